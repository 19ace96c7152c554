// Bundles the script and the style of the report page, with uPlot, into one file each.
export default {
  build: {
    outDir: '../../../dist/report/page',
    emptyOutDir: true,
    lib: {
      entry: 'page.ts',
      formats: ['iife'],
      name: 'wsmeterReport',
      fileName: () => 'page.js',
      cssFileName: 'page',
    },
  },
};
