import { breadcrumbsRecord, type Step } from '@guidepost/pages';
import { sqlText } from '@guidepost/postgres';
import type { Context } from '../../context.ts';
import type { Site } from '../site.ts';

/** A category above a page. */
export interface TrailCategory {
  id: number;
  slug: string;
  name: string;
}

/** A scalar subquery for a statement that has `stands_in`, the category that a page stands in, and the knowledge base as $1. */
export const TRAIL = sqlText(new URL('../../categories/sql/trail.sql', import.meta.url));

interface Place {
  /** From the top category to the one that the page stands in. */
  trail: readonly TrailCategory[];
  page: Step;
}

/** What search engines are told of the way from the home page to a page. */
export function describeBreadcrumbs(
  { publicAddress, siteAddress }: Pick<Context, 'publicAddress' | 'siteAddress'>,
  { knowledgeBase: { host }, phrasing }: Site,
  { trail, page }: Place,
): object {
  const home = { name: phrasing.words.home, address: siteAddress(host) };
  const categories = trail.map(({ id, slug, name }) => ({
    name,
    address: publicAddress({ host, kind: 'categories', slug, id }),
  }));
  return breadcrumbsRecord([home, ...categories, page]);
}
