// Single hot functions, from the micro-benchmarks.
import { micro } from '../processes.mjs';
import { line } from './line.mjs';

/** The figures behind a name in what a micro-benchmark printed: the best and the median. */
function figuresOf(output, name) {
  const match = new RegExp(`^${name} +([\\d.]+) best, ([\\d.]+) median`, 'm').exec(output);
  if (match === null) throw new Error(`No '${name}' in:\n${output}`);
  return { best: Number(match[1]), middle: Number(match[2]) };
}

export function jtl() {
  const { best, middle } = figuresOf(micro('jtl'), 'write CSV');
  return [
    line({
      what: 'JTL rows per CPU second, all default columns',
      figure: middle,
      unit: ' M',
      must: 1,
      aim: 2,
      atLeast: true,
      detail: `median ${middle}, best ${best} of 15 rounds of 500,000 rows`,
    }),
  ];
}

export function controllers() {
  const output = micro('controllers');
  const [none, ten] = ['no controller', 'ten nested'].map((name) => figuresOf(output, name));
  return [
    line({
      what: 'Step through ten nested controllers',
      figure: ten.middle - none.middle,
      unit: ' ns CPU',
      digits: 0,
      detail: `median ${ten.middle}, best ${ten.best}; without controllers ${none.middle} and ${none.best}`,
    }),
  ];
}
