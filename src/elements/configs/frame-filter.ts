import type { Frame } from '../../websocket/frame.ts';
import type { Config, Template, VirtualUser } from '../../types.ts';
import type { ElementContext } from '../element-context.ts';

/** What a filter does during one read. */
export interface FrameMatcher {
  /** True: the frame is discarded. Throws what the plugin throws. */
  discards(frame: Frame): boolean;
  /** True: a discarded ping is answered. */
  answersPing(): boolean;
}

/** A frame filter of the plugin in the scope of a sampler. */
export interface FrameFilter extends Config {
  readonly kind: 'frame-filter';
  readonly name: Template;
  /** Equal for filters with the same properties: such filters count once. */
  readonly identity: string;
  /** Gets ready for one read. */
  begin(user: VirtualUser): FrameMatcher;
}

export const isFrameFilter = (config: Config): config is FrameFilter => config.kind === 'frame-filter';

/** The filters that a sampler sees, in JMeter's order: the last one sees a frame first. */
export function frameFilters(configs: readonly Config[]): readonly FrameFilter[] {
  const filters = configs.filter(isFrameFilter);
  return filters.filter(({ identity }, i) => filters.findIndex((other) => other.identity === identity) === i);
}

/** Name and properties of an element as one text. */
export function identityOf({ element }: ElementContext): string {
  const properties = [...element.properties.values()]
    .map((property) => [property.name, 'value' in property ? property.value : ''])
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));
  return JSON.stringify([element.testclass, element.name, properties]);
}

export const neverAnswers = (): boolean => false;
