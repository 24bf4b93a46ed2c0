import type { HtmlText, TextPiece } from './html-text.ts';
import type { Mark } from './marks.ts';

export interface MarkTags {
  readonly open: string;
  readonly close: string;
}

interface Place {
  readonly from: number;
  readonly to: number;
}

/** Inserts tags around marked text only, never inside tags or entities; a word with tags inside gets several marks. */
export function markHtml(html: string, places: readonly Place[], { open, close }: MarkTags): string {
  const pieces: string[] = [];
  let position = 0;
  for (const { from, to } of places) {
    pieces.push(html.slice(position, from), open, html.slice(from, to), close);
    position = to;
  }
  return [...pieces, html.slice(position)].join('');
}

/** The positions of marks in the HTML, in order. */
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

function joined(places: Place[], place: Place | undefined, next: Place): Place {
  if (!place) return next;
  if (next.from <= place.to) return { from: place.from, to: next.to };
  places.push(place);
  return next;
}

function placeIn({ start, end, from, to }: TextPiece, mark: Mark): Place {
  // Entities are marked as a whole.
  if (to - from !== end - start) return { from, to };
  return { from: from + Math.max(mark.start - start, 0), to: to - Math.max(end - mark.end, 0) };
}
