import { addressBlock } from '@guidepost/http';
import { DATA_HEADERS, leadTo, noSuchPage } from '@guidepost/pages';
import { createAnalyzer, type TextPart } from '@guidepost/search';
import type { Context } from '../../context.ts';
import type { GuidesOf } from '../../knowledge-base/guides.ts';
import type { Guide } from '../../knowledge-base/knowledge-base.ts';
import { highlighterOf } from '../../search/search-dialogs.ts';
import type { PageKind } from '../page-kind.ts';
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
  { forum }: Pick<Site, 'forum'>,
  { query: text, limit, wait }: GuideRequest,
): Promise<FoundGuide[]> {
  const guides = (await guidesOf(forum)?.find(text, wait)) ?? [];
  const { language } = forum;
  const query = createAnalyzer(language).query(text);
  const highlighter = highlighterOf({ language, query, otherWords: [] });
  return guides
    .slice(0, limit)
    .map(({ id, title, address }) => ({ id, address, title: highlighter.text(title) }));
}

/** Milliseconds. Nothing else waits for them. */
const WAIT = 1_000;

/** Few: every telling word finds, and the first are the best. */
const MAX_SUGGESTED = 3;

interface GuideCount {
  forumId: number;
  guide: Guide;
  client: string;
}

/** `/guides/:guide/helped`: someone has read a suggested guide instead of posting. */
export function guideHelped(context: Pick<Context, 'guidesOf' | 'helpCounts'>): PageKind {
  return countedGuide(context, (help) => context.helpCounts.count(help));
}

/** `/guides/:guide/opened`: someone who writes a post has opened a suggested guide. */
export function guideOpened(context: Pick<Context, 'guidesOf' | 'openedGuides'>): PageKind {
  return countedGuide(context, (opened) => context.openedGuides.countOpened(opened));
}

/** The title and address of a guide come from the knowledge base, never from the browser. */
function countedGuide(
  { guidesOf }: Pick<Context, 'guidesOf'>,
  count: (counted: GuideCount) => Promise<void>,
): PageKind {
  return {
    read: async ({ site }) => leadTo(303, site.paths.ask),
    async send({ site: { forum }, path, origin }) {
      const guide = await guidesOf(forum)?.read(path.guide ?? '');
      if (!guide) throw noSuchPage();
      await count({ forumId: forum.id, guide, client: addressBlock(origin.sender) });
      return { status: 204, headers: DATA_HEADERS, body: '' };
    },
  };
}

/** `/guides/suggestions?q=…`: guides for someone who writes a post, as JSON. */
export function guideSuggestions({ guidesOf }: Pick<Context, 'guidesOf'>): PageKind {
  return {
    isForAnybody: true,
    async read({ site, query }) {
      if (!guidesOf(site.forum)) throw noSuchPage();
      const guides = await findGuides(guidesOf, site, {
        query: query.first('q') ?? '',
        limit: MAX_SUGGESTED,
        wait: WAIT,
      });
      return {
        status: 200,
        headers: { ...DATA_HEADERS, 'Content-Type': 'application/json; charset=utf-8' },
        body: JSON.stringify({ guides }),
      };
    },
  };
}
