import { type HtmlListener, readHtml, readHtmlInSteps } from '@guidepost/search';

export interface GuideText {
  headings: string;
  text: string;
}

const HEADING = /^h[1-6]$/;

interface TextOptions {
  /** Whether alternative texts are included. */
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
  const add = (words: string) => void (openHeadings > 0 ? headings : text).push(words);
  const listener: HtmlListener = {
    text: add,
    breakLine: () => add('\n'),
    open(name, { alt }) {
      if (HEADING.test(name)) openHeadings += 1;
      if (alt && images) add(alt);
    },
    close(name) {
      if (HEADING.test(name)) openHeadings -= 1;
    },
  };
  return { listener, result: () => ({ headings: headings.join(''), text: text.join('') }) };
}
