import { LARGEST_ID } from './line-schema.ts';

/** Looks for ids in the bytes of an archive without reading its lines. */
export interface IdScan {
  look(chunk: Buffer): void;
  highest(): number;
}

/** In a text of JSON the quotation marks would be escaped, so it stands for a field. */
const ID = /"id"\s*:\s*(\d{1,16})(?!\d)/g;

/** What may be the beginning of an id that the next chunk goes on with. */
const OVERLAP = 64;

/** Quick, and so nothing that must be right depends on it: an id can be written in other ways, too. */
export function createIdScan(): IdScan {
  let highest = 0;
  let end = '';
  return {
    look(chunk) {
      const text = end + chunk.toString('latin1');
      for (const [, digits] of text.matchAll(ID)) {
        const id = Number(digits);
        if (id > highest && id <= LARGEST_ID) highest = id;
      }
      end = text.slice(-OVERLAP);
    },
    highest: () => highest,
  };
}
