import { type Excerpt, excerptOf } from './excerpt.ts';
import { readHtmlText } from './html-text.ts';
import { type MarkTags, markHtml, placesOf } from './mark-html.ts';
import { createMarker, type HighlightOptions } from './marks.ts';
import { type TextPart, textParts } from './text-parts.ts';

/** Highlights search results, independent of the engine. */
export interface Highlighter {
  /** A plain text in parts, still to be escaped. */
  text(text: string): TextPart[];
  /** Cleaned HTML with tags around marks; otherwise byte for byte the same. */
  html(html: string, tags: MarkTags): string;
  /** About `length` UTF-16 units of a plain text that show why it was found. */
  excerpt(text: string, length: number): Excerpt;
}

export function createHighlighter(options: HighlightOptions): Highlighter {
  const { leftOut } = options;
  const marker = createMarker(options);
  const marksIn = (text: string) => marker.marks(marker.markable(text));
  return {
    text: (text) => textParts(text, marksIn(text)),
    html(html, tags) {
      const content = readHtmlText(html, leftOut);
      return markHtml(html, placesOf(content, marksIn(content.text)), tags);
    },
    excerpt(text, length) {
      const words = marker.words(text);
      return excerptOf({ text, words, marks: marker.marks(words), length });
    },
  };
}
