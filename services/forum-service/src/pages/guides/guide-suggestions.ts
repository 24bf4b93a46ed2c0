import { DATA_HEADERS, noSuchPage } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import type { PageKind } from '../page.ts';
import { findGuides } from './found-guides.ts';

/** Milliseconds. Nothing else waits for them. */
const WAIT = 1_000;

/** Few: every telling word finds, and the first are the best. */
const MAX_SUGGESTED = 3;

/** `/guides/suggestions?q=…`: guides for someone who writes a post, as JSON. */
export function guideSuggestions({ guidesOf }: Pick<Context, 'guidesOf'>): PageKind {
  return {
    isForAnybody: true,
    async read({ site, query }) {
      if (!guidesOf(site.forum.slug)) throw noSuchPage();
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
