import { Parser } from 'htmlparser2';

/** What a guide says, apart from its title. */
export interface GuideText {
  headings: string;
  text: string;
}

const HEADING = /^h[1-6]$/;

/** Elements inside a line: the words before and after them are not apart (`<b>P</b>ostgreSQL`). */
const INLINE = new Set(
  'a abbr b bdi bdo cite code del dfn em i ins kbd mark q rp s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);

/** Takes the text out of a guide's content, which the import has cleaned; what is said of images counts. */
export function readGuideText(html: string): GuideText {
  const headings: string[] = [];
  const text: string[] = [];
  let heading = 0;
  const add = (words: string) => (heading > 0 ? headings : text).push(words);
  const parser = new Parser({
    onopentag(name, { alt }) {
      if (!INLINE.has(name)) add('\n');
      if (HEADING.test(name)) heading += 1;
      if (alt) add(alt);
    },
    ontext: add,
    onclosetag(name) {
      if (!INLINE.has(name)) add('\n');
      if (HEADING.test(name)) heading = Math.max(heading - 1, 0);
    },
  });
  parser.end(html);
  return { headings: headings.join(''), text: text.join('') };
}
