/**
 * CPU time of a step from one sampler to the next: in the loop of the thread group alone, and through ten controllers
 * in one another around the sampler. Best and median of rounds, in nanoseconds.
 *
 *     npx rolldown bench/micro/controllers.ts -p node -f esm -d /tmp/controllers-bench && node /tmp/controllers-bench/controllers.js
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createController } from '../../src/elements/controllers/controller.ts';
import { RunProperties } from '../../src/engine/properties.ts';
import { readPlan } from '../../src/jmx/read-plan.ts';
import { compilePlan } from '../../src/plan/compile.ts';
import { testUser } from '../../test/support/user.ts';

const STEPS = 300_000;
const ROUNDS = 15;

/** Class and properties of the controllers, outermost first. */
const CONTROLLERS: readonly (readonly [string, string])[] = [
  ['GenericController', ''],
  [
    'IfController',
    '<stringProp name="IfController.condition">true</stringProp><boolProp name="IfController.useExpression">true</boolProp>',
  ],
  ['LoopController', '<stringProp name="LoopController.loops">1</stringProp>'],
  ['SwitchController', '<stringProp name="SwitchController.value">0</stringProp>'],
  ['RandomOrderController', ''],
];

const sampler =
  '<TestAction guiclass="TestActionGui" testclass="TestAction" testname="Nothing"><intProp name="ActionProcessor.action">1</intProp>' +
  '<stringProp name="ActionProcessor.duration">0</stringProp></TestAction><hashTree/>';

function planText(controllers: readonly (readonly [string, string])[]): string {
  const inside = controllers.reduceRight(
    (text, [name, properties]) =>
      `<${name} guiclass="Gui" testclass="${name}" testname="${name}">${properties}</${name}><hashTree>${text}</hashTree>`,
    sampler,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<jmeterTestPlan version="1.2" properties="5.0" jmeter="5.6.3"><hashTree>
<TestPlan guiclass="TestPlanGui" testclass="TestPlan" testname="Plan"/><hashTree>
<ThreadGroup guiclass="ThreadGroupGui" testclass="ThreadGroup" testname="Users">
<stringProp name="ThreadGroup.num_threads">1</stringProp>
<elementProp name="ThreadGroup.main_controller" elementType="LoopController" guiclass="LoopControlPanel" testclass="LoopController"><stringProp name="LoopController.loops">-1</stringProp></elementProp>
</ThreadGroup><hashTree>${inside}</hashTree></hashTree></hashTree></jmeterTestPlan>`;
}

async function measure(name: string, controllers: readonly (readonly [string, string])[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'controllers-bench-'));
  const file = join(folder, 'plan.jmx');
  writeFileSync(file, planText(controllers));
  const { plan, problems } = await compilePlan(readPlan(file), {
    properties: new RunProperties([]),
    correlation: { mode: 'off', request: 'auto', reply: 'auto' },
    workingDirectory: folder,
  });
  rmSync(folder, { recursive: true });
  const group = plan.groups[0];
  if (problems.length > 0 || group === undefined)
    throw new Error(`The plan has problems: ${problems.join()}`);
  const user = testUser();
  const root = createController(group.root, undefined, user);
  root.initialize(user);
  const figures: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    for (let i = 0; i < STEPS; i++)
      if (root.next(user)?.kind !== 'sample') throw new Error('a pass without the sampler');
    const { user: inUser, system } = process.cpuUsage(before);
    figures.push(((inUser + system) * 1000) / STEPS);
  }
  figures.sort((a, b) => a - b);
  console.log(
    `${name} ${figures[0]?.toFixed(0)} best, ${figures[ROUNDS >> 1]?.toFixed(0)} median; ns CPU per step`,
  );
}

await measure('no controller', []);
await measure('ten nested', [...CONTROLLERS, ...CONTROLLERS]);
