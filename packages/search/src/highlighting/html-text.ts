import { decodeHTML } from 'entities';
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

/** A comment or a tag as serializers write them. Nothing is read behind what is neither: parsers may take it for either. */
const MARKUP = /<!--.*?-->|<(\/?)([a-z][^\s/>]*)(?:\s+[^\s"'<>/=]+(?:=(?:"[^"]*"|'[^']*'))?)*\s*\/?>/isy;

const ENTITY = /&(?:#x?[\da-f]+|[a-z][a-z\d]*);/gi;

/**
 * The text of well-formed HTML, such as cleaning leaves. Takes time in proportion to its length: it leaps over text, where
 * tokenizers of parsers go from letter to letter.
 *
 * @param leftOut elements of which nothing is read, besides those that hold no text for anybody
 */
export function readHtmlText(html: string, leftOut: readonly string[] = []): HtmlText {
  const reading = createReading(leftOut);
  let from = 0;
  for (let to = html.indexOf('<'); to !== -1; to = html.indexOf('<', from)) {
    reading.add(html.slice(from, to), from);
    MARKUP.lastIndex = to;
    const markup = MARKUP.exec(html);
    if (!markup) return reading.result();
    const [, slash, name = ''] = markup;
    if (slash) reading.close(name.toLowerCase());
    else if (name) reading.open(name.toLowerCase());
    from = MARKUP.lastIndex;
  }
  reading.add(html.slice(from), from);
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

  function addPiece(text: string, from: number, to = from + text.length): void {
    if (text === '') return;
    pieces.push({ start: length, end: length + text.length, from, to });
    texts.push(text);
    length += text.length;
  }

  return {
    /** Text as it stands in the HTML, and where. */
    add(written: string, from: number): void {
      if (unread.depth > 0) return;
      let done = 0;
      for (const { 0: entity, index } of entitiesIn(written)) {
        addPiece(written.slice(done, index), from + done);
        done = index + entity.length;
        addPiece(decodeHTML(entity), from + index, from + done);
      }
      addPiece(written.slice(done), from + done);
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

function entitiesIn(written: string): Iterable<RegExpExecArray> {
  return written.includes('&') ? written.matchAll(ENTITY) : [];
}
