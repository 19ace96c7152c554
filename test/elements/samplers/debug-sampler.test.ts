import { expect, test } from 'vitest';
import { debugSampler } from '../../../src/elements/samplers/debug-sampler.ts';
import { elementContext } from '../../support/element.ts';
import { testUser } from '../../support/user.ts';

test('Debug Sampler lists variables sorted by name', () => {
  const sampler = debugSampler.compile(elementContext({ displayJMeterVariables: 'true' }));
  expect(sampler.sample(testUser({ variables: { b: '2', a: '1', START: 1, _: 'é' } }))).toMatchObject({
    label: 'element',
    responseCode: '200',
    responseMessage: 'OK',
    success: true,
    dataType: 'text',
    encoding: 'UTF-8',
    responseData: 'JMeterVariables:\nSTART=1\n_=é\na=1\nb=2\n\n',
    bytes: 39,
    samplerData: 'JMeterVariables\n',
  });
});

test('Debug Sampler lists properties after variables', () => {
  const sampler = debugSampler.compile(
    elementContext({
      displayJMeterVariables: 'true',
      displayJMeterProperties: 'true',
      displaySystemProperties: 'true',
    }),
  );
  expect(sampler.sample(testUser({ variables: { v: 'V' }, properties: { p: 'P' } }))).toMatchObject({
    responseData: 'JMeterVariables:\nv=V\n\nJMeterProperties:\np=P\n\nSystemProperties:\n\n',
    samplerData: 'JMeterVariables\nJMeterProperties\nSystemProperties\n',
  });
});

test('Debug Sampler without any property lists nothing', () => {
  const sampler = debugSampler.compile(elementContext({}));
  expect(sampler.sample(testUser({ variables: { v: 'V' } }))).toMatchObject({
    responseData: '',
    samplerData: '',
    success: true,
  });
});
