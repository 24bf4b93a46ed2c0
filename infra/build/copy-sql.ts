import { cp, glob } from 'node:fs/promises';

/** `tsc` leaves SQL files where they are: this puts them beside the JavaScript that reads them. */
for await (const file of glob('{packages,services}/*/src/**/*.sql')) {
  await cp(file, file.replace('/src/', '/dist/'));
}
