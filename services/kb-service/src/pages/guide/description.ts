import { descriptionOf } from '@guidepost/pages';
import { readGuideText } from '../../content/guide-text.ts';

/** Characters of HTML that usually contain enough text. */
export const ENOUGH_MARKUP = 4_000;

/** The beginning of the text, without images. */
export function describeText(contentHtml: string): string | undefined {
  return descriptionOf(readGuideText(contentHtml.slice(0, ENOUGH_MARKUP), { images: false }).text);
}
