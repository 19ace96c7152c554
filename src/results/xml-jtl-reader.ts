import { StringDecoder } from 'node:string_decoder';
import type { SaxesTagPlain } from 'saxes';
import { JtlError, type JtlCounts } from './jtl-reader.ts';
import { JtlRow } from './jtl-columns.ts';

/** Characters that XML 1.0 has no place for, as replies may hold them and JMeter writes them. They do no harm here. */
const ODD_CHARACTER = /disallowed character|malformed character entity/;

/** What the parser leaves of a reference to such a character. */
const ODD_REFERENCE = /&#x([01]?[\da-f]);/gi;
const textOf = (parsed: string): string =>
  parsed.includes('&#x')
    ? parsed.replace(ODD_REFERENCE, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : parsed;

/** How attributes of a sample reach its row: JMeter's names of both formats. */
const TEXTS: Readonly<Record<string, (row: JtlRow, value: string) => void>> = {
  lb: (row, value) => void (row.label = value),
  rc: (row, value) => void (row.responseCode = value),
  rm: (row, value) => void (row.responseMessage = value),
  tn: (row, value) => void (row.threadName = value),
  dt: (row, value) => void (row.dataType = value),
  s: (row, value) => void (row.success = value === 'true'),
};
const NUMBERS: Readonly<Record<string, (row: JtlRow, value: number) => void>> = {
  ts: (row, value) => void (row.timeStamp = value),
  t: (row, value) => void (row.elapsed = value),
  lt: (row, value) => void (row.Latency = value),
  it: (row, value) => void (row.IdleTime = value),
  ct: (row, value) => void (row.Connect = value),
  by: (row, value) => void (row.bytes = value),
  sby: (row, value) => void (row.sentBytes = value),
  ng: (row, value) => void (row.grpThreads = value),
  na: (row, value) => void (row.allThreads = value),
  sc: (row, value) => void (row.SampleCount = value),
  ec: (row, value) => void (row.ErrorCount = value),
};

/** Gets each row, and the row of the sample or transaction that its element stands in. */
export type OnXmlRow = (row: JtlRow, parent: JtlRow | undefined) => void;

/** An element of a sample that is open. */
interface OpenSample {
  readonly row: JtlRow;
  readonly isGood: boolean;
  /** Its row was given. */
  isGiven: boolean;
}

/** Makes rows of the elements of a results file. */
class RowMaker {
  readonly #onRow: OnXmlRow;
  readonly #open: OpenSample[] = [];
  /** The text of a failureMessage that is open. */
  #message: string | undefined;
  rows = 0;
  skipped = 0;
  firstSkipped: number | undefined;
  /** The outermost element. */
  root: string | undefined;

  constructor(onRow: OnXmlRow) {
    this.#onRow = onRow;
  }

  openTag({ name, attributes }: SaxesTagPlain): void {
    this.root ??= name;
    if (name === 'sample' || name === 'httpSample') {
      // What a row needs stands in front of the samples inside it.
      this.#give();
      this.#open.push(sampleOf(attributes));
    } else if (name === 'failureMessage' && this.#open.at(-1)?.row.failureMessage === undefined)
      this.#message = '';
  }

  text(text: string): void {
    if (this.#message !== undefined) this.#message += text;
  }

  closeTag(name: string): void {
    const sample = this.#open.at(-1);
    if (name === 'sample' || name === 'httpSample') {
      this.#give();
      this.#open.pop();
    } else if (name === 'failureMessage' && this.#message !== undefined) {
      if (sample !== undefined) sample.row.failureMessage = textOf(this.#message);
      this.#message = undefined;
    }
  }

  /** The file has ended; samples that are still open were cut off. */
  end(): void {
    for (const sample of this.#open) if (!sample.isGiven) this.#skip();
  }

  /** Gives the row of the innermost open sample, once. */
  #give(): void {
    const sample = this.#open.at(-1);
    if (sample === undefined || sample.isGiven) return;
    sample.isGiven = true;
    if (!sample.isGood) return this.#skip();
    this.rows++;
    this.#onRow(sample.row, this.#open.at(-2)?.row);
  }

  #skip(): void {
    this.skipped++;
    this.firstSkipped ??= this.rows + this.skipped;
  }
}

function sampleOf(attributes: Readonly<Record<string, string>>): OpenSample {
  const row = new JtlRow();
  let isGood = true;
  for (const [name, value] of Object.entries(attributes)) {
    TEXTS[name]?.(row, textOf(value));
    const set = NUMBERS[name];
    if (set === undefined) continue;
    const number = Number(value);
    if (Number.isNaN(number)) isGood = false;
    set(row, number);
  }
  return { row, isGood, isGiven: false };
}

/**
 * Reads an XML results file of any size, as JMeter and we write it (`output_format=xml`). A file that ends early, since
 * its run was cut off, is read as far as it goes.
 * @param path its name, for messages.
 * @param chunks what is in it.
 * @throws JtlError when the file is no such file; the system's error when it cannot be read.
 */
export async function readXmlJtl(
  path: string,
  onRow: OnXmlRow,
  chunks: AsyncIterable<Buffer>,
): Promise<JtlCounts> {
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser();
  const maker = new RowMaker(onRow);
  let hasEnded = false;
  parser.on('error', ({ message }) => {
    if (hasEnded || ODD_CHARACTER.test(message)) return;
    // It begins with the place: `12:34: unexpected …`.
    throw new JtlError(`${path} is no well-formed XML: line ${message.replace(/\.$/, '')}.`);
  });
  parser.on('opentag', (tag) => {
    maker.openTag(tag);
    if (maker.root !== 'testResults')
      throw new JtlError(
        `${path} is no results file: its outermost element is <${tag.name}>, not <testResults>.`,
      );
  });
  parser.on('text', (text) => maker.text(text));
  parser.on('cdata', (text) => maker.text(text));
  parser.on('closetag', ({ name }) => maker.closeTag(name));

  const decoder = new StringDecoder('utf8');
  for await (const chunk of chunks) parser.write(decoder.write(chunk));
  parser.write(decoder.end());
  hasEnded = true;
  parser.close();
  maker.end();
  const { rows, skipped, firstSkipped } = maker;
  return { rows, skipped, firstSkipped };
}
