import type { Analyzer } from '../analysis/analyzer.ts';
import { formLexeme, quoteLexeme } from './query-text.ts';

const FIELD_WEIGHTS = ['A', 'B', 'C'];

/** Of letters that are folded to others, whatever the field: found, but below the exact word. */
const FOLDED_WEIGHT = 'D';

/** PostgreSQL's own limits (textsearch-limitations): positions in all, for one lexeme, and bytes in all. */
const LAST_POSITION = 16_383;
const MOST_POSITIONS = 255;
const MOST_BYTES = 1_000_000;
const ENTRY_BYTES = 8;
const POSITION_BYTES = 2;

/** Keeps the end of one field and the beginning of the next from being neighbours. */
const FIELD_GAP = 10;

/**
 * The `tsvector` of a document: word forms and stems at their places, weighted by field. What PostgreSQL has no
 * room for is left out, from the end.
 */
export function vectorText(fields: readonly string[], analyzer: Analyzer): string {
  const vector = createVector();
  let position = 0;
  for (const [index, field] of fields.entries()) {
    const weight = FIELD_WEIGHTS[index] ?? 'C';
    let wholeEnd = 0;
    let inWhole = false;
    for (const { start, end, form, stem, folded } of analyzer.words(field)) {
      // An identifier and the first of its parts share a place, so that the parts stay in sequence.
      const nested = start < wholeEnd;
      if (!nested || inWhole) position += 1;
      inWhole = nested;
      if (!nested) wholeEnd = end;
      vector.add(stem, position, weight);
      vector.add(formLexeme(form), position, weight);
      if (folded !== undefined) vector.add(folded, position, FOLDED_WEIGHT);
    }
    position += FIELD_GAP;
  }
  return vector.text();
}

/** Lexemes with their places, as many as PostgreSQL has room for. */
function createVector() {
  const places = new Map<string, string[]>();
  let room = MOST_BYTES;
  return {
    add(lexeme: string, position: number, weight: string): void {
      const known = places.get(lexeme);
      const bytes = (known ? 0 : Buffer.byteLength(lexeme) + ENTRY_BYTES) + POSITION_BYTES;
      if (bytes > room || (known && known.length >= MOST_POSITIONS)) return;
      room -= bytes;
      const place = `${Math.min(position, LAST_POSITION)}${weight}`;
      if (!known) places.set(lexeme, [place]);
      else if (known.at(-1) !== place) known.push(place);
    },
    text: () => Array.from(places, ([lexeme, list]) => `${quoteLexeme(lexeme)}:${list.join(',')}`).join(' '),
  };
}
