import { expect, it } from 'vitest';
import { debugPostProcessor } from '../../../src/elements/post-processors/debug-post-processor.ts';
import { elementContext } from '../../support/element.ts';
import { sampleOf } from '../../support/sample.ts';
import { testUser } from '../../support/user.ts';

it('the Debug PostProcessor adds a sub-sample that lists variables and properties', () => {
  const sample = sampleOf('x', { label: 'parent', bytes: 1 });
  const context = elementContext({ displayJMeterVariables: 'true', displayJMeterProperties: 'true' });
  const variables = { v_10: 'ten', v_2: 'two', a: '1' };
  debugPostProcessor.compile(context).process(testUser({ variables, properties: { p: 'q' } }), sample);
  const [sub] = sample.subResults ?? [];
  expect(sub?.responseData).toBe('JMeterVariables:\na=1\nv_2=two\nv_10=ten\n\nJMeterProperties:\np=q\n\n');
  expect(sub).toMatchObject({
    label: 'parent-0',
    samplerData: 'JMeterVariables\nJMeterProperties\n',
    responseCode: '200',
    responseMessage: 'OK',
    dataType: 'text',
    success: true,
  });
  expect(sample.bytes).toBe(1 + sub!.bytes);
});
