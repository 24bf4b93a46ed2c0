import { readHtml } from '@guidepost/search';

export interface GuideText {
  headings: string;
  text: string;
}

const HEADING = /^h[1-6]$/;

/** Extracts text from cleaned content. @param images whether alternative texts are included */
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
