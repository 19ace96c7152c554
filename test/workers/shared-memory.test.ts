import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { RunProperties } from '../../src/engine/properties.ts';
import { createBuffers, SharedMemory, type SharedBuffers } from '../../src/workers/shared-memory.ts';
import { bundle } from '../support/bundle.ts';
import { WorkerProperties, WorkerShared } from '../../src/workers/worker-shared.ts';

const MODULE = pathToFileURL(await bundle('src/workers/shared-memory.ts')).href;

/** Runs `body` in real worker threads, with `memory` and `index` in scope. It is bundled: workers run no TypeScript. */
async function inWorkers(count: number, buffers: SharedBuffers, body: string): Promise<unknown[]> {
  const code = `
    const { parentPort, workerData } = require('node:worker_threads');
    parentPort.on('message', () => {}); // Who waits for shared memory does not keep its thread alive.
    (async () => {
      const { SharedMemory } = await import(${JSON.stringify(MODULE)});
      const { buffers, index } = workerData;
      const memory = new SharedMemory(buffers);
      parentPort.postMessage(await (async () => { ${body} })());
    })();`;
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const worker = new Worker(code, { eval: true, workerData: { buffers, index } });
      const [message] = await once(worker, 'message');
      await worker.terminate();
      return message;
    }),
  );
}

const shared = (buffers: SharedBuffers): WorkerShared =>
  new WorkerShared(new SharedMemory(buffers), buffers, new RunProperties(), 0, () => {});

describe('shared memory', () => {
  it('loses no update of any worker', async () => {
    const buffers = createBuffers(1);
    await inWorkers(
      3,
      buffers,
      `const c = memory.cell('counter'); for (let i = 0; i < 20000; i++) memory.update(c, (n) => n + 1);`,
    );
    const memory = new SharedMemory(buffers);
    expect(memory.update(memory.cell('counter'), (n) => n)).toBe(60_000);
  });

  it('gives one key one cell, whoever asks first', async () => {
    const buffers = createBuffers(1);
    const cells = await inWorkers(
      2,
      buffers,
      `return Array.from({ length: 50 }, (_, i) => memory.cell('k' + ((i * 7 + index * 13) % 50)));`,
    );
    const memory = new SharedMemory(buffers);
    const expected = (index: number): number[] =>
      Array.from({ length: 50 }, (_, i) => memory.cell(`k${(i * 7 + index * 13) % 50}`));
    expect(cells).toEqual([expected(0), expected(1)]);
  });

  it('lets all meet again and again, and gives all the same answer', async () => {
    const answers = await inWorkers(
      3,
      createBuffers(1),
      `const answers = []; for (let i = 0; i < 30; i++) answers.push(await memory.meet('phase', 3, () => i * 10 + index)); return answers.map((a) => Math.floor(a / 10)).join() + ':' + answers.join();`,
    );
    expect(new Set(answers).size).toBe(1);
    expect(String(answers[0])).toContain('0,1,2,3');
  });
});

describe('shared state over several workers', () => {
  it('a lock is held by one at a time', async () => {
    const buffers = createBuffers(1);
    const [one, other] = [shared(buffers), shared(buffers)];
    const release = await one.lock('x');
    let entered = false;
    const second = other.lock('x').then((r) => {
      entered = true;
      return r;
    });
    await one.lock('y');
    expect(entered).toBe(false);
    release();
    (await second)();
    expect(entered).toBe(true);
  });

  it('a barrier opens for all when the last arrives, and again after that', async () => {
    const buffers = createBuffers(1);
    const [one, other] = [shared(buffers), shared(buffers)];
    for (let round = 0; round < 3; round++)
      expect(
        await Promise.all([one.barrier('b', 3, 0), other.barrier('b', 3, 0), other.barrier('b', 3, 0)]),
      ).toEqual([true, true, true]);
  });

  it('a barrier gives up after its time, for all who wait', async () => {
    const buffers = createBuffers(1);
    const [one, other] = [shared(buffers), shared(buffers)];
    const results = await Promise.all([one.barrier('b', 5, 20), other.barrier('b', 5, 0)]);
    expect(results[0]).toBe(false);
  });

  it('stopping lets go who waits at a barrier', async () => {
    const one = shared(createBuffers(1));
    const waiting = one.barrier('b', 5, 0);
    one.releaseBarriers();
    expect(await waiting).toBe(false);
  });

  it('counts threads by group and in all', () => {
    const buffers = createBuffers(2);
    const [one, other] = [shared(buffers), shared(buffers)];
    one.threadStarted(0);
    other.threadStarted(1);
    other.threadStarted(1);
    one.threadFinished(0);
    expect([
      one.activeThreads(),
      one.activeThreads(0),
      one.activeThreads(1),
      one.startedThreads(),
      one.finishedThreads(),
    ]).toEqual([2, 0, 2, 3, 1]);
  });

  it('a property that one worker sets or removes is seen by the others', () => {
    const buffers = createBuffers(1);
    const properties = (): WorkerProperties =>
      new WorkerProperties(new RunProperties([['a', '1']]), new SharedMemory(buffers));
    const [one, other] = [properties(), properties()];
    expect(one.set('a', '2')).toBe('1');
    one.set('b', 'x\ny');
    other.set('c', 'z');
    expect([other.get('a'), other.get('b'), one.get('c')]).toEqual(['2', 'x\ny', 'z']);
    one.set('a', undefined);
    expect(other.get('a')).toBeUndefined();
    one.set('big', 'x'.repeat(200_000));
    expect(other.get('big')?.length).toBe(200_000);
  });
});
