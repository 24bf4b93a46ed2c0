import { Tokenizer } from 'htmlparser2';
import { isInlineElement, isUnreadElement } from './html-elements.ts';

/** Text that stands in HTML as one piece: as it is written, or one character as an entity. */
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
  /** Elements that do not stand within a line part the words before and behind them by a line break. */
  readonly text: string;
  readonly pieces: readonly TextPiece[];
}

/**
 * The text of well-formed HTML, such as cleaning leaves. Takes time in proportion to its length.
 *
 * @param leftOut elements of which nothing is read, besides those that hold no text for anybody
 */
export function readHtmlText(html: string, leftOut: readonly string[] = []): HtmlText {
  const reading = createReading(leftOut);
  const ignore = () => undefined;
  const tokenizer = new Tokenizer(
    // Without them it goes through text in leaps.
    { decodeEntities: html.includes('&') },
    {
      ontext: (from, to) => reading.add(html.slice(from, to), from, to),
      ontextentity: (code, to) => reading.add(String.fromCodePoint(code), html.lastIndexOf('&', to - 1), to),
      onopentagname: (from, to) => reading.open(html.slice(from, to).toLowerCase()),
      onclosetag: (from, to) => reading.close(html.slice(from, to).toLowerCase()),
      onattribdata: ignore,
      onattribend: ignore,
      onattribentity: ignore,
      onattribname: ignore,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onopentagend: ignore,
      onprocessinginstruction: ignore,
      onselfclosingtag: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return reading.result();
}

function createReading(leftOut: readonly string[]) {
  const pieces: TextPiece[] = [];
  const texts: string[] = [];
  let length = 0;
  /** The element that is not read, and how many of its name are open. */
  let unread = { name: '', depth: 0 };

  function isUnread(name: string): boolean {
    return isUnreadElement(name) || leftOut.includes(name);
  }

  function breakLine(name: string): void {
    if ((isInlineElement(name) && !leftOut.includes(name)) || texts.at(-1) === '\n') return;
    texts.push('\n');
    length += 1;
  }

  return {
    add(text: string, from: number, to: number): void {
      if (unread.depth > 0) return;
      pieces.push({ start: length, end: length + text.length, from, to });
      texts.push(text);
      length += text.length;
    },
    open(name: string): void {
      if (unread.depth === 0) breakLine(name);
      if (unread.depth === 0 && isUnread(name)) unread = { name, depth: 1 };
      else if (unread.name === name) unread.depth += 1;
    },
    close(name: string): void {
      if (unread.depth === 0) breakLine(name);
      else if (unread.name === name) unread.depth -= 1;
    },
    result: (): HtmlText => ({ text: texts.join(''), pieces }),
  };
}
