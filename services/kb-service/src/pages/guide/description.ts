import { descriptionOf } from '@guidepost/pages';
import { readGuideText } from '../../guides/guide-text.ts';

/** As much markup as is sure to hold that much text unless it is all markup, in characters. */
export const ENOUGH_MARKUP = 4_000;

/** The beginning of a guide's text; images have their place in the page alone. */
export function describeText(contentHtml: string): string | undefined {
  return descriptionOf(readGuideText(contentHtml.slice(0, ENOUGH_MARKUP), { images: false }).text);
}
