import { createAnalyzer, type TextPart } from '@guidepost/search';
import type { Guide } from '../../knowledge-base/guide.ts';
import type { GuidesOf } from '../../knowledge-base/guides.ts';
import { highlighterOf } from '../../search/highlight-dialogs.ts';
import type { Site } from '../site.ts';

interface FoundGuide extends Pick<Guide, 'id' | 'address'> {
  title: readonly TextPart[];
}

interface GuideRequest {
  query: string;
  limit: number;
  /** Milliseconds. */
  wait: number;
}

/** Guides with what matches marked in their titles; none without a knowledge base or its answer. */
export async function findGuides(
  guidesOf: GuidesOf,
  { forum: { slug, language } }: Pick<Site, 'forum'>,
  { query: text, limit, wait }: GuideRequest,
): Promise<FoundGuide[]> {
  const guides = (await guidesOf(slug)?.find(text, wait)) ?? [];
  const query = createAnalyzer(language).query(text);
  const highlighter = highlighterOf({ language, query, otherWords: [] });
  return guides
    .slice(0, limit)
    .map(({ id, title, address }) => ({ id, address, title: highlighter.text(title) }));
}
