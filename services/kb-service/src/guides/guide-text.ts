import { readHtml } from '@guidepost/search';

/** What a guide says, apart from its title. */
export interface GuideText {
  headings: string;
  text: string;
}

const HEADING = /^h[1-6]$/;

/**
 * Takes the text out of a guide's content, which the import has cleaned.
 *
 * @param images whether their descriptions count
 */
export function readGuideText(html: string, { images = true } = {}): GuideText {
  const headings: string[] = [];
  const text: string[] = [];
  let openHeadings = 0;
  const add = (words: string) => void (openHeadings > 0 ? headings : text).push(words);
  readHtml(html, {
    text: add,
    breakLine: () => add('\n'),
    open(name, { alt }) {
      if (HEADING.test(name)) openHeadings += 1;
      if (alt && images) add(alt);
    },
    close(name) {
      if (HEADING.test(name)) openHeadings -= 1;
    },
  });
  return { headings: headings.join(''), text: text.join('') };
}
