import { readHtml } from './read-html.ts';

/** A piece of text in HTML: literal text or an entity. */
export interface TextPiece {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

export interface HtmlText {
  /** Block elements separate words by line breaks. */
  readonly text: string;
  readonly pieces: readonly TextPiece[];
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
