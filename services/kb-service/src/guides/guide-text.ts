import { isInlineElement, isUnreadElement } from '@guidepost/search';
import { Parser } from 'htmlparser2';

/** What a guide says, apart from its title. */
export interface GuideText {
  headings: string;
  text: string;
}

const HEADING = /^h[1-6]$/;

/**
 * Takes the text out of a guide's content, which the import has cleaned.
 *
 * @param images whether what is said of them counts
 */
export function readGuideText(html: string, { images = true } = {}): GuideText {
  const headings: string[] = [];
  const text: string[] = [];
  const open = { headings: 0, unread: 0 };

  function add(words: string): void {
    if (open.unread === 0) (open.headings > 0 ? headings : text).push(words);
  }

  /** Opens an element, or closes it. */
  function pass(name: string, by: 1 | -1): void {
    if (!isInlineElement(name)) add('\n');
    if (HEADING.test(name)) open.headings += by;
    if (isUnreadElement(name)) open.unread += by;
  }

  const parser = new Parser({
    onopentag(name, { alt }) {
      pass(name, 1);
      if (alt && images) add(alt);
    },
    ontext: add,
    onclosetag: (name) => pass(name, -1),
  });
  parser.end(html);
  return { headings: headings.join(''), text: text.join('') };
}
