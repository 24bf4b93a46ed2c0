import type { Analyzer } from '../analysis/analyzer.ts';
import { formLexeme, quoteLexeme } from './query-text.ts';

const FIELD_WEIGHTS = ['A', 'B', 'C'];

/** The weight of folded letters in any field. */
const FOLDED_WEIGHT = 'D';

/** PostgreSQL's limits (textsearch-limitations): positions, positions per lexeme, bytes. */
const LAST_POSITION = 16_383;
const MOST_POSITIONS = 255;
const MOST_BYTES = 1_000_000;
const ENTRY_BYTES = 8;
const POSITION_BYTES = 2;

/** Keeps words of different fields from being adjacent. */
const FIELD_GAP = 10;

/** A document's `tsvector`: forms and stems, weighted by field. Text beyond PostgreSQL's limits is dropped. */
export function vectorText(fields: readonly string[], analyzer: Analyzer): string {
  const vector = createVector();
  let position = 0;
  for (const [index, field] of fields.entries()) {
    const weight = FIELD_WEIGHTS[index] ?? 'C';
    let wholeEnd = 0;
    let inWhole = false;
    for (const { start, end, form, stem, folded } of analyzer.words(field)) {
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
