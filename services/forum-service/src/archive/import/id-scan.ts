import { LARGEST_ID } from './line-schema.ts';

export interface IdScan {
  look(chunk: Buffer): void;
  highest(): number;
}

/** Inside a JSON string the quotes would be escaped, so this matches only a property. */
const ID = /"id"\s*:\s*(\d{1,16})(?!\d)/g;

/** Longest id property that may span two chunks. */
const OVERLAP = 64;

/** A fast estimate; ids can be written in other ways, so correctness does not depend on it. */
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
