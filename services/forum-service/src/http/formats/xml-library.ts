import { createRequire } from 'node:module';
import type { create, fragment } from 'xmlbuilder2';

const require = createRequire(import.meta.url);

/** Loads the library for the first answer in XML: it takes 9 MB, and most clients ask for JSON. */
export function xmlLibrary(): { create: typeof create; fragment: typeof fragment } {
  return require('xmlbuilder2');
}
