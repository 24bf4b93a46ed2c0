import type { IndexedDocument } from '../memory/tenant-index.ts';
import type { Concept } from './concept.ts';
import type { Term } from './known-words.ts';

/** Occurrences read of a document at most. */
const MOST_READ = 4_096;

/** A concept has 8 bits. */
export const MOST_CONCEPTS = 256;

/** Entries of a table that terms share. */
const FILTER = 4_096;

/** Words between the last of a field and the first of the next. */
const FIELD_GAP = 30;

/** Where a query's concepts occur in a document, in order; columns of a table. */
export interface Occurrences {
  length: number;
  /** In words. */
  readonly at: Int32Array;
  readonly field: Uint8Array;
  readonly concept: Uint8Array;
  readonly weight: Float32Array;
}

/** The occurrences in the document that was read last, by this search or another. */
const found: Occurrences = {
  length: 0,
  at: new Int32Array(MOST_READ),
  field: new Uint8Array(MOST_READ),
  concept: new Uint8Array(MOST_READ),
  weight: new Float32Array(MOST_READ),
};

/** By place among a document's words, the first link of its concepts. */
let local = new Uint32Array(512);

/** The next reading overwrites what was read. */
export function createOccurrenceReader(
  concepts: readonly Concept[],
): (document: IndexedDocument) => Occurrences {
  const expressed = expressedBy(concepts);
  // Most words of a document express nothing, and looking them up would take most of the time of reading it.
  const mayExpress = new Uint8Array(FILTER);
  for (const term of expressed.first.keys()) mayExpress[term % FILTER] = 1;

  return (document) => {
    const { terms } = document;
    if (terms.length > local.length) local = new Uint32Array(terms.length * 2);
    linkTerms(terms, { mayExpress, first: expressed.first, links: local });
    found.length = readPlaces(document, expressed, local);
    return found;
  };
}

interface Linking {
  mayExpress: Uint8Array;
  first: ReadonlyMap<Term, number>;
  links: Uint32Array;
}

function linkTerms(terms: Uint32Array, { mayExpress, first, links }: Linking): void {
  for (let place = 0; place < terms.length; place += 1) {
    const term = terms[place] ?? 0;
    links[place] = mayExpress[term % FILTER] === 1 ? (first.get(term) ?? 0) : 0;
  }
}

/** @returns how many occurrences were found */
function readPlaces({ lengths, places }: IndexedDocument, expressed: Expressed, links: Uint32Array): number {
  const { at: ats, field: fields, concept: concepts, weight: weights } = found;
  let count = 0;
  let byte = 0;
  let at = 0;
  for (let field = 0; field < lengths.length; field += 1) {
    for (let word = lengths[field] ?? 0; word > 0 && count < MOST_READ; word -= 1) {
      let place = places[byte] ?? 0;
      byte += 1;
      for (let shift = 7, next = place; next > 127; shift += 7) {
        next = places[byte] ?? 0;
        byte += 1;
        place = (place & ((1 << shift) - 1)) | (next << shift);
      }
      for (let link = links[place >>> 1] ?? 0; link > 0; link = expressed.next[link] ?? 0) {
        ats[count] = at;
        fields[count] = field;
        concepts[count] = expressed.concept[link] ?? 0;
        weights[count] = expressed.weight[link] ?? 0;
        count += 1;
      }
      // The parts of a word stand where it does.
      if ((place & 1) === 0) at += 1;
    }
    at += FIELD_GAP;
  }
  return Math.min(count, MOST_READ);
}

/** Lists of the concepts that each term expresses: `first[term]`, then `next`, until 0. */
interface Expressed {
  first: Map<Term, number>;
  next: number[];
  concept: number[];
  weight: number[];
}

function expressedBy(concepts: readonly Concept[]): Expressed {
  const expressed: Expressed = { first: new Map(), next: [0], concept: [0], weight: [0] };
  for (const [place, { expressions }] of concepts.entries()) {
    for (const [term, weight] of expressions) {
      expressed.next.push(expressed.first.get(term) ?? 0);
      expressed.first.set(term, expressed.next.length - 1);
      expressed.concept.push(place);
      expressed.weight.push(weight);
    }
  }
  return expressed;
}
