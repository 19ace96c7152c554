// Bundles the program into few files: loading hundreds of small ones costs more than running a short plan. What is
// imported with `import()` stays a file of its own, so that it is loaded on use. All files are in one folder that is as
// deep as `src/cli`, so that URLs relative to a file there or to a neighbour hold in both.
export default {
  input: { main: 'src/cli/main.ts', worker: 'src/workers/worker.ts' },
  platform: 'node',
  external: /^[^./]/,
  output: { dir: 'dist/cli', format: 'esm', cleanDir: true, chunkFileNames: '[name].js' },
};
