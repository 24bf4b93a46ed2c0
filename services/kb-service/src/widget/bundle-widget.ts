import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The code that browsers run; settings precede the loader. */
export interface WidgetCode {
  loader: string;
  panel: string;
}

const ISLAND = new URL('./island/', import.meta.url);

/** Made by `npm run build`; a service that runs from sources has none. */
const BUILT = new URL('./bundle/', import.meta.url);

const TARGET = ['chrome123', 'firefox120', 'safari17.5'];

let code: Promise<WidgetCode> | undefined;

/** The code of the widget, bundled from sources where nothing was built. */
export function readWidgetCode(): Promise<WidgetCode> {
  code ??= existsSync(BUILT) ? readBuilt() : bundleWidget();
  return code;
}

async function readBuilt(): Promise<WidgetCode> {
  const read = (name: string) => readFile(new URL(name, BUILT), 'utf8');
  return { loader: await read('loader.js'), panel: await read('panel.js') };
}

/** Bundles each part with its style sheet, which it gets as a text: pages need not allow styles of others. */
export async function bundleWidget(): Promise<WidgetCode> {
  return { loader: await bundle('loader'), panel: await bundle('panel') };
}

async function bundle(name: keyof WidgetCode): Promise<string> {
  const { build, transform } = await import('esbuild');
  const style = await readFile(new URL(`${name}.css`, ISLAND), 'utf8');
  const { code: minified } = await transform(style, { loader: 'css', minify: true });
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(ISLAND),
    entryPoints: [`${name}.ts`],
    define: { STYLE: JSON.stringify(minified.trim()) },
    write: false,
    bundle: true,
    format: 'esm',
    minify: true,
    target: TARGET,
    legalComments: 'none',
    logLevel: 'silent',
  });
  return outputFiles.map(({ text }) => text).join('');
}
