import { fileURLToPath } from 'node:url';

export interface BundledFile {
  /** `editor.js`, `editor.css`, or a part with a hash of its content in its name. */
  name: string;
  content: Uint8Array;
}

const ISLAND = fileURLToPath(new URL('./island/', import.meta.url));

/** Bundles what browsers run and how it looks, from sources; takes a second. */
export async function bundleEditor(): Promise<BundledFile[]> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    absWorkingDir: ISLAND,
    entryPoints: { editor: 'main.ts', style: 'editor.css' },
    outdir: ISLAND,
    write: false,
    bundle: true,
    conditions: ['source'],
    format: 'esm',
    splitting: true,
    minify: true,
    chunkNames: '[name]-[hash]',
    target: ['chrome120', 'firefox120', 'safari17'],
    legalComments: 'none',
    logLevel: 'silent',
  });
  return outputFiles.map(({ path, contents }) => ({ name: path.slice(ISLAND.length), content: contents }));
}
