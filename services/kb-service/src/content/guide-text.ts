import { type HtmlListener, readHtml, readHtmlInSteps } from '@guidepost/search';
import { downloadName } from '../model/file-address.ts';

export interface GuideText {
  headings: string;
  text: string;
}

const HEADING = /^h[1-6]$/;

interface TextOptions {
  /** Whether alternative texts are included, and the names of files. */
  images?: boolean;
}

/** Extracts text from cleaned content. */
export function readGuideText(html: string, options: TextOptions = {}): GuideText {
  const reading = startReading(options);
  readHtml(html, reading.listener);
  return reading.result();
}

/** The same in steps, for whole guides may have megabytes. */
export function* readGuideTextInSteps(html: string): Generator<void, GuideText, void> {
  const reading = startReading({});
  yield* readHtmlInSteps(html, reading.listener);
  return reading.result();
}

function startReading({ images = true }: TextOptions): { listener: HtmlListener; result(): GuideText } {
  const headings: string[] = [];
  const text: string[] = [];
  let openHeadings = 0;
  let download: string | undefined;
  const add = (words: string) => void (openHeadings > 0 ? headings : text).push(words);
  const listener: HtmlListener = {
    text: add,
    breakLine: () => add('\n'),
    open(name, { alt, href }) {
      if (HEADING.test(name)) openHeadings += 1;
      if (alt && images) add(alt);
      if (name === 'a' && href && images) download = downloadName(href);
    },
    close(name) {
      if (HEADING.test(name)) openHeadings -= 1;
      if (name !== 'a' || download === undefined) return;
      // The text of a link need not say how its file is called.
      if (!text.at(-1)?.startsWith(download)) add(` ${download} `);
      download = undefined;
    },
  };
  return { listener, result: () => ({ headings: headings.join(''), text: text.join('') }) };
}
