import { describe, expect, test } from 'vitest';
import { backendListener } from '../../../src/elements/listeners/backend-listener.ts';
import type { Listener } from '../../../src/types.ts';
import { argumentsOf, elementContext } from '../../support/element.ts';
import { testUser } from '../../support/user.ts';

const INFLUX = 'org.apache.jmeter.visualizers.backend.influxdb';
const GRAPHITE = 'org.apache.jmeter.visualizers.backend.graphite';

function compile(
  classname: string,
  values: Record<string, string>,
): { listener: Listener; warnings: string[] } {
  const warnings: string[] = [];
  const properties = { classname, QUEUE_SIZE: '5000', arguments: argumentsOf(values) };
  const listener = backendListener.compile(elementContext(properties, { name: 'to ${where}', warnings }));
  return { listener, warnings };
}

test.each([
  [
    `${INFLUX}.InfluxdbBackendListenerClient`,
    'influxdbMetricsSender',
    `${INFLUX}.HttpMetricsSender`,
    'influx',
  ],
  [
    `${INFLUX}.InfluxDBRawBackendListenerClient`,
    'influxdbMetricsSender',
    `${INFLUX}.UdpMetricsSender`,
    'influx-raw',
  ],
  [
    `${GRAPHITE}.GraphiteBackendListenerClient`,
    'graphiteMetricsSender',
    `${GRAPHITE}.TextGraphiteMetricsSender`,
    'graphite',
  ],
  [
    ` ${GRAPHITE}.GraphiteBackendListenerClient`,
    'graphiteMetricsSender',
    `${GRAPHITE}.PickleGraphiteMetricsSender`,
    'graphite',
  ],
])('the client %s with its sender', (classname, argument, sender, client) => {
  const { listener, warnings } = compile(classname, { [argument]: sender, application: '${where}' });
  expect(warnings).toEqual([]);
  if (listener.kind !== 'collect' || listener.spec.kind !== 'backend') throw new Error('it sends nothing');
  const user = testUser({ variables: { where: 'here' } });
  expect(listener.spec.client).toBe(client);
  expect(listener.spec.name.evaluate(user)).toBe('to here');
  expect(listener.spec.arguments.map(({ name, value }) => [name.source, value.evaluate(user)])).toEqual([
    [argument, sender],
    ['application', 'here'],
  ]);
});

describe('what is not there is named, and the plan runs without it', () => {
  test.each([
    ['com.example.OwnClient', {}, 'There is no client com.example.OwnClient'],
    ['', {}, 'There is no client (none)'],
    [
      `${INFLUX}.InfluxdbBackendListenerClient`,
      { influxdbMetricsSender: 'com.example.OwnSender' },
      'There is no sender com.example.OwnSender',
    ],
    [
      `${GRAPHITE}.GraphiteBackendListenerClient`,
      { graphiteMetricsSender: `${INFLUX}.HttpMetricsSender` },
      `There is no sender ${INFLUX}.HttpMetricsSender`,
    ],
  ])('%j %j', (classname, values, reason) => {
    const { listener, warnings } = compile(classname, values);
    expect(listener.kind).toBe('act');
    expect(warnings).toEqual([
      `Backend Listener has no effect here. ${reason}: nothing is sent to its server.`,
    ]);
  });
});
