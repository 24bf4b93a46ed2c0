import { mkdir, writeFile } from 'node:fs/promises';
import { bundleEditor } from '../../services/kb-service/src/desk/editor/bundle-editor.ts';

/** Puts the editor of guides next to the compiled JavaScript that serves it. */
const FOLDER = 'services/kb-service/dist/desk/editor/bundle';

await mkdir(FOLDER, { recursive: true });
for (const { name, content } of await bundleEditor()) await writeFile(`${FOLDER}/${name}`, content);
