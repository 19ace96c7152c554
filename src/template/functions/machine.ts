import { lookup } from 'node:dns/promises';
import { hostname } from 'node:os';
import type { FunctionDefinition } from '../definition.ts';
import { storeResult } from '../result-variable.ts';

let address = '127.0.0.1';

async function findAddress(): Promise<void> {
  try {
    address = (await lookup(hostname(), { family: 4 })).address;
  } catch {
    // A host without an entry for its own name keeps the loopback address.
  }
}

/** `org.apache.jmeter.functions.MachineName`. */
export const machineName: FunctionDefinition = {
  name: '__machineName',
  minArgs: 0,
  maxArgs: 1,
  summary: 'Name of this host',
  compile([variable]) {
    return (user) => storeResult(user, variable, hostname());
  },
};

/** `org.apache.jmeter.functions.MachineIP`. */
export const machineIp: FunctionDefinition = {
  name: '__machineIP',
  minArgs: 0,
  maxArgs: 1,
  summary: "Address that this host's name stands for",
  load: findAddress,
  compile([variable]) {
    return (user) => storeResult(user, variable, address);
  },
};
