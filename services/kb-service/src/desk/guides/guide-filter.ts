import type { Query } from '@guidepost/http';
import { DESK_ORDERS, type DeskOrder } from '../../writing/list-for-desk.ts';

export const STATES = ['draft', 'proposed', 'scheduled', 'published'] as const;

/** What a list of guides shows, as its address says. */
export interface GuideFilter {
  q?: string | undefined;
  state?: (typeof STATES)[number] | undefined;
  /** A slug. */
  category?: string | undefined;
  /** A slug. */
  tag?: string | undefined;
  author?: string | undefined;
  sort: DeskOrder;
  page: number;
}

const FIRST: DeskOrder = '-changed';

/** What is unknown is left out. */
export function readGuideFilter(query: Query): GuideFilter {
  const page = Number(query.first('page') ?? 1);
  return {
    q: query.first('q')?.trim() || undefined,
    state: STATES.find((state) => state === query.first('state')),
    category: query.first('category') || undefined,
    tag: query.first('tag') || undefined,
    author: query.first('author') || undefined,
    sort: DESK_ORDERS.find((order) => order === query.first('sort')) ?? FIRST,
    page: Number.isSafeInteger(page) && page > 0 && page < 1_000_000 ? page : 1,
  };
}

export function addressOf(base: string, { sort, page, ...filter }: GuideFilter): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value) parameters.set(name, value);
  if (sort !== FIRST) parameters.set('sort', sort);
  if (page > 1) parameters.set('page', String(page));
  return `${base}/guides${parameters.size > 0 ? `?${parameters}` : ''}`;
}
