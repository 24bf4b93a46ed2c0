import { LRUCache } from 'lru-cache';
import { type PageContent, prepareContent } from './content.ts';
import { describeText } from './description.ts';
import type { ContentWords } from './reading-aids.ts';

/** Everything that a page makes of content, which is far more work than to fill in the template. */
export interface PreparedGuide extends PageContent {
  description: string | undefined;
}

export type PrepareGuide = (
  guide: { content_html: string; content_digest: string },
  words: ContentWords,
) => Promise<PreparedGuide>;

const MOST_BYTES = 16_000_000;

/** Bytes of an entry besides its text. */
const OVERHEAD = 1_000;

/** Prepares content once, until it changes. */
export function createPrepareGuide(): PrepareGuide {
  const kept = new LRUCache<string, PreparedGuide>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ html, headings }) => 2 * html.length + OVERHEAD * (1 + headings.length),
  });
  return async ({ content_html: html, content_digest: digest }, words) => {
    const { table, code, image, details, task, videoFrom } = words;
    const key = [digest, table, code, image, details, task, videoFrom].join(' ');
    const found = kept.get(key);
    if (found) return found;
    const made = { ...(await prepareContent(html, words)), description: describeText(html) };
    kept.set(key, made);
    return made;
  };
}
