import { cp, glob, mkdir, rm, writeFile } from 'node:fs/promises';
import { bundleEditor } from '../../services/kb-service/src/desk/editor/bundle-editor.ts';
import { bundleWidget } from '../../services/kb-service/src/widget/bundle-widget.ts';

/** Copies SQL, templates and styles next to the compiled JavaScript, and bundles what browsers run. */
for await (const file of glob('{packages,services}/*/src/**/*.{sql,eta,css,js}')) {
  await cp(file, file.replace('/src/', '/dist/'));
}

const { loader, panel } = await bundleWidget();
await write('desk/editor', await bundleEditor());
await write('widget', [
  { name: 'loader.js', content: loader },
  { name: 'panel.js', content: panel },
]);

async function write(folder: string, files: { name: string; content: string | Uint8Array }[]): Promise<void> {
  const bundle = `services/kb-service/dist/${folder}/bundle/`;
  await rm(bundle, { recursive: true, force: true });
  await mkdir(bundle, { recursive: true });
  for (const { name, content } of files) await writeFile(bundle + name, content);
}
