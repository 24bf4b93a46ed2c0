import { readHtml } from './read-html.ts';

/** Text that stands in HTML as one piece: as it is written, or an entity. */
export interface TextPiece {
  /** Where it is in the text. */
  readonly start: number;
  readonly end: number;
  /** Where it is in the HTML. */
  readonly from: number;
  readonly to: number;
}

/** What readers see of HTML, and where it stands there. */
export interface HtmlText {
  /** Elements that do not stand within a line part the words before and after them by a line break. */
  readonly text: string;
  readonly pieces: readonly TextPiece[];
}

/** @param leftOut elements of which nothing is read, besides those that hold no text for anyone */
export function readHtmlText(html: string, leftOut: readonly string[] = []): HtmlText {
  const pieces: TextPiece[] = [];
  const texts: string[] = [];
  let length = 0;

  function add(text: string): void {
    texts.push(text);
    length += text.length;
  }

  function addPiece(text: string, from: number, to: number): void {
    // An entity that stands for two characters is announced twice, the second time as empty.
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
