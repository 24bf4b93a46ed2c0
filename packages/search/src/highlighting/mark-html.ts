import type { HtmlText, TextPiece } from './html-text.ts';
import type { Mark } from './marks.ts';

/** What is put before and behind what is marked, as HTML. */
export interface MarkTags {
  readonly open: string;
  readonly close: string;
}

interface Place {
  readonly from: number;
  readonly to: number;
}

/**
 * The HTML with tags around what is marked in its text, and not a byte changed otherwise. Nothing is put inside of tags
 * or entities; a word that tags part is marked in pieces.
 */
export function markHtml(html: string, places: readonly Place[], { open, close }: MarkTags): string {
  const pieces: string[] = [];
  let position = 0;
  for (const { from, to } of places) {
    pieces.push(html.slice(position, from), open, html.slice(from, to), close);
    position = to;
  }
  return [...pieces, html.slice(position)].join('');
}

/** Where in the HTML the marks of its text are, in order. */
export function placesOf({ pieces }: HtmlText, marks: readonly Mark[]): Place[] {
  const places: Place[] = [];
  let index = 0;
  for (const mark of marks) {
    let place: Place | undefined;
    for (let piece = pieces[index]; piece && piece.start < mark.end; piece = pieces[index]) {
      if (piece.end > mark.start) place = joined(places, place, placeIn(piece, mark));
      if (piece.end > mark.end) break;
      index += 1;
    }
    if (place) places.push(place);
  }
  return places;
}

/** One place when the next follows directly; else what went before is done. */
function joined(places: Place[], place: Place | undefined, next: Place): Place {
  if (!place) return next;
  if (next.from <= place.to) return { from: place.from, to: next.to };
  places.push(place);
  return next;
}

function placeIn({ start, end, from, to }: TextPiece, mark: Mark): Place {
  // An entity is marked as a whole.
  if (to - from !== end - start) return { from, to };
  return { from: from + Math.max(mark.start - start, 0), to: to - Math.max(end - mark.end, 0) };
}
