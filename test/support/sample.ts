import { SampleResult } from '../../src/types.ts';

/** A finished, successful sample with this response, as a sampler hands it to post-processors and assertions. */
export function sampleOf(
  responseData: string | Uint8Array,
  fields: Partial<SampleResult> = {},
): SampleResult {
  return Object.assign(new SampleResult(), {
    label: 'sample',
    responseCode: '200',
    responseMessage: 'OK',
    success: true,
    dataType: 'text',
    encoding: 'UTF-8',
    responseData,
    ...fields,
  });
}
