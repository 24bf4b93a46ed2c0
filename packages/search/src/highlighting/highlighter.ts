import { type Excerpt, excerptOf } from './excerpt.ts';
import { createMarker, type HighlightOptions, type Mark, type TextPart, textParts } from './marks.ts';
import { readHtml } from './read-html.ts';

/** A piece of text in HTML: literal text or an entity. */
interface TextPiece {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

interface HtmlText {
  /** Block elements separate words by line breaks. */
  readonly text: string;
  readonly pieces: readonly TextPiece[];
}

interface MarkTags {
  readonly open: string;
  readonly close: string;
}

interface Place {
  readonly from: number;
  readonly to: number;
}

/** Highlights search results, independent of the engine. */
export interface Highlighter {
  /** A plain text in parts, still to be escaped. */
  text(text: string): TextPart[];
  /** Cleaned HTML with tags around marks; otherwise byte for byte the same. */
  html(html: string, tags: MarkTags): string;
  /** About `length` UTF-16 units of a plain text that show why it was found. */
  excerpt(text: string, length: number): Excerpt;
}

export function createHighlighter(options: HighlightOptions): Highlighter {
  const { leftOut } = options;
  const marker = createMarker(options);
  const marksIn = (text: string) => marker.marks(marker.markable(text));
  return {
    text: (text) => textParts(text, marksIn(text)),
    html(html, tags) {
      const content = readHtmlText(html, leftOut);
      return markHtml(html, placesOf(content, marksIn(content.text)), tags);
    },
    excerpt(text, length) {
      const words = marker.words(text);
      return excerptOf({ text, words, marks: marker.marks(words), length });
    },
  };
}

/** Inserts tags around marked text only, never inside tags or entities; a word with tags inside gets several marks. */
function markHtml(html: string, places: readonly Place[], { open, close }: MarkTags): string {
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

/** @param leftOut elements to skip besides those without visible text */
export function readHtmlText(html: string, leftOut: readonly string[] = []): HtmlText {
  const pieces: TextPiece[] = [];
  const texts: string[] = [];
  let length = 0;

  function add(text: string): void {
    texts.push(text);
    length += text.length;
  }

  function addPiece(text: string, from: number, to: number): void {
    // An entity of two characters is reported twice, the second time empty.
    const former = from === to ? pieces.pop() : undefined;
    const place = former ?? { start: length, from };
    add(text);
    pieces.push({ start: place.start, end: length, from: place.from, to });
  }

  readHtml(
    html,
    {
      text: addPiece,
      breakLine() {
        if (texts.at(-1) !== '\n') add('\n');
      },
    },
    leftOut,
  );
  return { text: texts.join(''), pieces };
}
