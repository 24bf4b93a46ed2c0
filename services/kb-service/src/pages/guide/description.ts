import { readGuideText } from '../../search/guide-text.ts';

/** What search engines show of a description, in characters. */
const LENGTH = 160;

/** As much markup as is sure to hold that much text unless it is all markup, in characters. */
export const ENOUGH_MARKUP = 4_000;

/** The beginning of a guide's text; images have their place in the page alone. */
export function describeText(contentHtml: string): string | undefined {
  return shorten(readGuideText(contentHtml.slice(0, ENOUGH_MARKUP), { images: false }).text);
}

/** As much of a text as a description holds, cut between words; undefined where there is none. */
export function shorten(whole: string): string | undefined {
  const text = whole.trim().replace(/\s+/g, ' ');
  if (text.length <= LENGTH) return text || undefined;
  const cut = text.slice(0, LENGTH).replace(/[,;:]?\s+\S*$|\p{Surrogate}$/u, '');
  return /\p{Sentence_Terminal}$/u.test(cut) ? cut : `${cut}…`;
}
