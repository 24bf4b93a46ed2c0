import { type Excerpt, excerptOf } from './excerpt.ts';
import { readHtmlText } from './html-text.ts';
import { type MarkTags, markHtml, placesOf } from './mark-html.ts';
import { createFindMarks, type HighlightOptions } from './marks.ts';
import { type TextPart, textParts } from './text-parts.ts';

/** Marks what a search found, in the same way whichever engine found it. */
export interface Highlighter {
  /** A plain text in pieces, to be escaped by whoever shows them. */
  text(text: string): TextPart[];
  /** HTML as cleaning leaves it, with tags around what is marked; without these it is the same, byte for byte. */
  html(html: string, tags: MarkTags): string;
  /** About `length` UTF-16 units of a plain text that show best why it was found. */
  excerpt(text: string, length: number): Excerpt;
}

/** The highlighter of a search. */
export function createHighlighter(options: HighlightOptions): Highlighter {
  const { analyzer, leftOut } = options;
  const findMarks = createFindMarks(options);
  return {
    text: (text) => textParts(text, findMarks(analyzer.words(text))),
    html(html, tags) {
      const content = readHtmlText(html, leftOut);
      return markHtml(html, placesOf(content, findMarks(analyzer.words(content.text))), tags);
    },
    excerpt(text, length) {
      const words = analyzer.words(text);
      return excerptOf({ text, words, marks: findMarks(words), length });
    },
  };
}
