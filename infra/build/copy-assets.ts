import { cp, glob } from 'node:fs/promises';

/** `tsc` leaves other files where they are: this puts SQL, templates and styles beside the JavaScript that reads them. */
for await (const file of glob('{packages,services}/*/src/**/*.{sql,eta,css,js}')) {
  await cp(file, file.replace('/src/', '/dist/'));
}
