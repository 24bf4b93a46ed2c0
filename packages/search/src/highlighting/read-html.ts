import { AppError } from '@guidepost/service-kit';
import { Parser } from 'htmlparser2';

const words = (list: string) => new Set(list.split(/\s+/));

/** Elements that may occur inside a word (`<b>P</b>ostgreSQL`), unlike `sup`, which numbers notes. */
const INLINE =
  words(`a abbr b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small span strike
  strong sub time tt u var wbr`);

/** Elements without text, or with fallback text only, such as embeds. */
const UNREAD =
  words(`audio canvas iframe math noembed noframes noscript object script select style svg template textarea
  title video xmp`);

/** Receives the visible text of HTML, in order. */
export interface HtmlListener {
  /** Decoded text with its position in the HTML; an entity comes separately. */
  text(text: string, from: number, to: number): void;
  /** A block element separates the words before and after. */
  breakLine(): void;
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
}

/** More than in clean HTML. */
const MAX_DEPTH = 1_000;

/** Parsed in a step, in UTF-16 units; takes a millisecond. */
const STEP = 16_000;

/**
 * Reads HTML for search, so that indexing and highlighting agree.
 * @param leftOut more elements to skip
 * @throws AppError `invalid` for HTML that is not clean and nests too deeply, for the parser takes quadratic time for
 * it
 */
export function readHtml(html: string, listener: HtmlListener, leftOut: readonly string[] = []): void {
  createParser(html, listener, leftOut).end(html);
}

/** The same in steps, between which other work can go on; a text may come in several parts. */
export function* readHtmlInSteps(html: string, listener: HtmlListener): Generator<void, void> {
  const parser = createParser(html, listener, []);
  for (let from = 0; from < html.length; from += STEP) {
    parser.write(html.slice(from, from + STEP));
    yield;
  }
  parser.end();
}

function createParser(html: string, listener: HtmlListener, leftOut: readonly string[]): Parser {
  let unread = 0;
  let depth = 0;
  const isUnread = (name: string) => UNREAD.has(name) || leftOut.includes(name);
  const handler = {
    onopentag(name: string, attributes: Record<string, string>) {
      depth += 1;
      if (depth > MAX_DEPTH)
        throw new AppError('invalid', `Elements are nested more than ${MAX_DEPTH} deep.`);
      if (unread === 0 && (!INLINE.has(name) || isUnread(name))) listener.breakLine();
      if (isUnread(name)) unread += 1;
      else if (unread === 0) listener.open?.(name, attributes);
    },
    ontext(text: string) {
      if (unread === 0) listener.text(text, parser.startIndex, parser.endIndex + 1);
    },
    onclosetag(name: string) {
      depth -= 1;
      if (isUnread(name)) unread -= 1;
      else if (unread === 0) {
        if (!INLINE.has(name)) listener.breakLine();
        listener.close?.(name);
      }
    },
  };
  // Where no entity can be, the parser leaps from tag to tag.
  const parser = new Parser(handler, { decodeEntities: html.includes('&') });
  return parser;
}
