import { createChips, type ViewedList } from '@guidepost/desk';
import type { Query } from '@guidepost/http';
import { DESK_ORDERS, type DeskOrder, type GuideOwner } from '../../writing/drafts/list-for-desk.ts';
import { type Mark, TRANSLATION_MARKS } from '../../writing/drafts/working-copy.ts';
import { deskLanguages } from '../desk-languages.ts';
import type { KbCall } from '../kb-tenant.ts';

export const STATES = ['draft', 'proposed', 'scheduled', 'published'] as const;

/** The filters and the order of a list, from its address. */
export interface GuideFilter {
  q?: string | undefined;
  state?: (typeof STATES)[number] | undefined;
  /** A mark in one of the further languages, such as `de:outdated`. */
  translation?: string | undefined;
  /** A slug. */
  category?: string | undefined;
  /** A slug. */
  tag?: string | undefined;
  author?: string | undefined;
  /** The ID of a person, or `me`. */
  owner?: string | undefined;
  due?: 'on' | undefined;
  /** Undefined for the usual one: by relevance if something is typed, else the latest change first. */
  sort?: DeskOrder | undefined;
  page: number;
}

/** The filters of lists. */
export interface FilterChoices {
  categories: readonly { slug: string; name: string }[];
  tags: readonly { slug: string; name: string }[];
  authors: readonly string[];
  owners: readonly GuideOwner[];
  translationChoices: readonly TranslationChoice[];
}

/** The marks in a language. */
interface TranslationChoice {
  tag: string;
  name: string;
  options: readonly { value: string; label: string; mark: Mark }[];
}

/** Unknown values are left out. */
export function readGuideFilter(query: Query): GuideFilter {
  const q = query.first('q')?.trim() || undefined;
  const page = Number(query.first('page') ?? 1);
  const sort = DESK_ORDERS.find((order) => order === query.first('sort'));
  const owner = query.first('mine') === 'on' ? 'me' : query.first('owner');
  return {
    q,
    state: STATES.find((state) => state === query.first('state')),
    translation: query.first('translation') || undefined,
    category: query.first('category') || undefined,
    tag: query.first('tag') || undefined,
    author: query.first('author') || undefined,
    owner: owner || undefined,
    due: query.first('due') === 'on' ? 'on' : undefined,
    sort: sort === usualOrder(q) || (sort === 'relevance' && !q) ? undefined : sort,
    page: Number.isSafeInteger(page) && page > 0 && page < 1_000_000 ? page : 1,
  };
}

export function orderOf({ q, sort }: Pick<GuideFilter, 'q' | 'sort'>): DeskOrder {
  return sort ?? usualOrder(q);
}

function usualOrder(q: string | undefined): DeskOrder {
  return q ? 'relevance' : '-changed';
}

/** The marks by which a list can be filtered; none where there is one language. */
export function translationChoicesOf(call: KbCall): TranslationChoice[] {
  const { words } = call.phrasing;
  const names: Record<Mark, string> = { ...words, ...words.translations };
  return deskLanguages(call)
    .slice(1)
    .map(({ tag, name }) => ({
      tag,
      name,
      options: TRANSLATION_MARKS.map((mark) => ({ value: `${tag}:${mark}`, label: names[mark], mark })),
    }));
}

/** The chosen mark and its language. */
export function chosenMark(
  { translation }: Pick<GuideFilter, 'translation'>,
  { translationChoices }: Pick<FilterChoices, 'translationChoices'>,
): { language: string; mark: Mark; label: string } | undefined {
  for (const { tag: language, name, options } of translationChoices) {
    const option = options.find(({ value }) => value === translation);
    if (option) return { language, mark: option.mark, label: `${name}: ${option.label}` };
  }
  return undefined;
}

/** Without a category, a tag, an owner or a language that has gone since the address of the list was made. */
export function withoutGone(filter: GuideFilter, choices: FilterChoices): GuideFilter {
  const { categories, tags, owners } = choices;
  const known = (all: readonly { slug: string }[], slug: string | undefined) =>
    all.some((each) => each.slug === slug) ? slug : undefined;
  const isOwner = filter.owner === 'me' || owners.some(({ id }) => String(id) === filter.owner);
  return {
    ...filter,
    category: known(categories, filter.category),
    tag: known(tags, filter.tag),
    owner: isOwner ? filter.owner : undefined,
    translation: chosenMark(filter, choices) && filter.translation,
  };
}

/** The filters that need no choice, and all others that are active. */
export function chipsOf({ base, phrasing: { words } }: KbCall, filter: GuideFilter, choices: FilterChoices) {
  const chip = createChips(filter, (changed) => addressOf(base, { ...changed, page: 1 }));
  const { state, translation, category, tag, author, owner, sort } = filter;
  const mark = chosenMark(filter, choices)?.label;
  const nameOf = (all: FilterChoices['categories'], slug: string) =>
    all.find((each) => each.slug === slug)?.name ?? slug;
  const ownerName = choices.owners.find(({ id }) => String(id) === owner)?.name;
  return [
    chip({ due: 'on' }, words.due),
    chip({ state: 'proposed' }, words.proposed),
    chip({ owner: 'me' }, words.mine),
    state && state !== 'proposed' && chip({ state }, words[state], words.state),
    mark && chip({ translation }, mark, words.translations.filter),
    category && chip({ category }, nameOf(choices.categories, category), words.category),
    tag && chip({ tag }, nameOf(choices.tags, tag), words.tag),
    author && chip({ author }, author, words.author),
    owner && ownerName && chip({ owner }, ownerName, words.guideOwner),
    sort && chip({ sort }, nameOfOrder(sort, words), words.sortedBy),
  ].filter((each) => typeof each === 'object');
}

function nameOfOrder(order: DeskOrder, words: KbCall['phrasing']['words']): string {
  const names = {
    title: words.title,
    changed: words.lastChange,
    views: words.recentViews,
    helpful: words.helpful,
    relevance: words.relevance,
  };
  return names[order.replace('-', '') as keyof typeof names];
}

export function isFiltered({ sort: _, page: __, ...filter }: GuideFilter): boolean {
  return Object.values(filter).some(Boolean);
}

export function addressOf(base: string, filter: GuideFilter): string {
  const query = queryOf(filter);
  return `${base}/guides${query && `?${query}`}`;
}

/** The parameters of a list's address. */
function queryOf({ page, ...filter }: GuideFilter): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value) parameters.set(name, value);
  if (page > 1) parameters.set('page', String(page));
  return parameters.toString();
}

/** Views that people save of the list. */
export const GUIDE_VIEWS: ViewedList<KbCall> = {
  name: () => 'guides',
  path: '/guides',
  section: 'guides',
  canonical: (query) => queryOf({ ...readGuideFilter(query), page: 1 }),
};
