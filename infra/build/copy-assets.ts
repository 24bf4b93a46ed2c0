import { cp, glob } from 'node:fs/promises';

/** Copies SQL, templates and styles next to the compiled JavaScript. */
for await (const file of glob('{packages,services}/*/src/**/*.{sql,eta,css,js}')) {
  await cp(file, file.replace('/src/', '/dist/'));
}
