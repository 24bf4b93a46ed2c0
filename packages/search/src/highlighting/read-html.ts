import { Parser } from 'htmlparser2';

const words = (list: string) => new Set(list.split(/\s+/));

/** Elements that may stand inside a word (`<b>P</b>ostgreSQL`). Not `sup`: a note's number is no part of the word. */
const INLINE =
  words(`a abbr b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small span strike
  strong sub time tt u var wbr`);

/** Elements without text, or with text that is only shown where the element is not understood. */
const UNREAD =
  words(`audio canvas iframe math noembed noframes noscript object script select style svg template textarea
  title video xmp`);

/** Hears what readers see of HTML, in order. */
export interface HtmlListener {
  /** Text with its entities decoded, and where it stands in the HTML: an entity comes by itself. */
  text(text: string, from: number, to: number): void;
  /** The words before and after this place are parted by an element that does not stand within a line. */
  breakLine(): void;
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
}

/**
 * Reads HTML for search: what is indexed and what is marked are the same words.
 *
 * @param leftOut more elements of which nothing is read
 */
export function readHtml(html: string, listener: HtmlListener, leftOut: readonly string[] = []): void {
  let unread = 0;
  const isUnread = (name: string) => UNREAD.has(name) || leftOut.includes(name);
  const parser = new Parser({
    onopentag(name, attributes) {
      if (unread === 0 && (!INLINE.has(name) || isUnread(name))) listener.breakLine();
      if (isUnread(name)) unread += 1;
      else if (unread === 0) listener.open?.(name, attributes);
    },
    ontext(text) {
      if (unread === 0) listener.text(text, parser.startIndex, parser.endIndex + 1);
    },
    onclosetag(name) {
      if (isUnread(name)) unread -= 1;
      else if (unread === 0) {
        if (!INLINE.has(name)) listener.breakLine();
        listener.close?.(name);
      }
    },
  });
  parser.end(html);
}
