import { cp, glob, mkdir, rm, writeFile } from 'node:fs/promises';
import { bundleEditor } from '../../services/kb-service/src/desk/editor/bundle-editor.ts';

/** Copies SQL, templates and styles next to the compiled JavaScript, and bundles what browsers run. */
for await (const file of glob('{packages,services}/*/src/**/*.{sql,eta,css,js}')) {
  await cp(file, file.replace('/src/', '/dist/'));
}

const bundle = 'services/kb-service/dist/desk/editor/bundle/';
await rm(bundle, { recursive: true, force: true });
await mkdir(bundle, { recursive: true });
for (const { name, content } of await bundleEditor()) await writeFile(bundle + name, content);
