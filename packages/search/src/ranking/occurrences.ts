import type { IndexedDocument } from '../memory/tenant-index.ts';
import type { Term } from '../memory/vocabulary.ts';
import type { Concept } from './concept.ts';

/** Occurrences read of a document at most. */
const MOST_READ = 4_096;

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

/** Reads documents one after the other; each reading overwrites the one before. */
export function createOccurrenceReader(
  concepts: readonly Concept[],
): (document: IndexedDocument) => Occurrences {
  const expressed = expressedBy(concepts);
  const found: Occurrences = {
    length: 0,
    at: new Int32Array(MOST_READ),
    field: new Uint8Array(MOST_READ),
    concept: new Uint8Array(MOST_READ),
    weight: new Float32Array(MOST_READ),
  };
  let local = new Uint32Array(512);

  return (document) => {
    const { lengths, terms: own, places } = document;
    if (own.length > local.length) local = new Uint32Array(own.length * 2);
    for (let place = 0; place < own.length; place += 1)
      local[place] = expressed.first.get(own[place] ?? 0) ?? 0;
    found.length = 0;
    let byte = 0;
    let at = 0;
    for (let field = 0; field < lengths.length; field += 1) {
      for (let word = lengths[field] ?? 0; word > 0 && found.length < MOST_READ; word -= 1) {
        let place = 0;
        for (let shift = 0; ; shift += 7) {
          const next = places[byte] ?? 0;
          byte += 1;
          place |= (next & 127) << shift;
          if (next < 128) break;
        }
        for (let link = local[place >>> 1] ?? 0; link > 0; link = expressed.next[link] ?? 0) {
          found.at[found.length] = at;
          found.field[found.length] = field;
          found.concept[found.length] = expressed.concept[link] ?? 0;
          found.weight[found.length] = expressed.weight[link] ?? 0;
          found.length += 1;
        }
        // The parts of a word stand where it does.
        if ((place & 1) === 0) at += 1;
      }
      at += FIELD_GAP;
    }
    return found;
  };
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
