// Bundles the program into few files: loading hundreds of small ones costs more than running a short plan. What is
// imported with `import()` stays a file of its own, so that it is loaded on use. All files are in one folder that is as
// deep as `src/cli`, so that URLs relative to a file there or to a neighbour hold in both.
import { readFileSync } from 'node:fs';

const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

/** Libraries stay where npm installs them. */
const external = new RegExp(`^(?:${Object.keys(dependencies).join('|')})(?:/|$)`);

export default {
  input: {
    main: 'src/cli/main.ts',
    worker: 'src/workers/worker.ts',
    'probe-worker': 'src/watch/probe-worker.ts',
  },
  platform: 'node',
  external,
  output: { dir: 'dist/cli', format: 'esm', cleanDir: true, chunkFileNames: '[name].js' },
};
