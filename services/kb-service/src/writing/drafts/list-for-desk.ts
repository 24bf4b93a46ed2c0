import { collationOf, compareTexts } from '@guidepost/i18n/text-order';
import { type Executor, type SqlPart, sql, sqlTemplate } from '@guidepost/postgres';
import { isStoredId } from '@guidepost/service-kit';
import { requireKnowledgeBase } from '../../tenants/find-knowledge-base.ts';
import { findCategory } from '../structure/find-categories.ts';
import type { Reference } from '../structure/names-and-slugs.ts';
import { findTag } from '../structure/tags.ts';
import {
  type DraftState,
  EDIT_STATE,
  type GuideEditState,
  type Mark,
  markOf,
  stateOf,
} from './working-copy.ts';

export interface DeskListRequest {
  host: string;
  /** Words of the title or the slug. */
  q?: string | undefined;
  /** Guides that a search for the words has found as well, the best first. */
  found?: readonly number[] | undefined;
  state?: GuideEditState | undefined;
  category?: Reference | undefined;
  tag?: Reference | undefined;
  /** Only those with a mark in one of the languages. */
  marked?: { language: string; mark: Mark } | undefined;
  /** The name of the person who changed the guide last. */
  author?: string | undefined;
  /** Only those whose next review has come. */
  isDue?: true | undefined;
  /** The ID of the person who owns the guide. */
  ownerId?: number | undefined;
  /** After a `-` descending. Usually the latest change comes first. */
  sort?: DeskOrder | undefined;
  /** From 1. */
  page?: number | undefined;
}

export interface DeskGuide {
  id: number;
  /** Rises with each change, also of the draft. */
  revision: number;
  slug: string;
  /** That of the draft, if there is one. */
  title: string;
  state: GuideEditState;
  published: boolean;
  hasChanges: boolean;
  publishAt: Date | null;
  changedAt: Date;
  changedBy: string | null;
  upvotes: number;
  downvotes: number;
  /** In the last 30 days, up to an hour ago. */
  views: number;
  /** Whether its next review has come. */
  isDue: boolean;
  /** Names. */
  categories: string[];
}

export interface DeskList {
  guides: DeskGuide[];
  total: number;
  page: number;
  pages: number;
}

export type StateCounts = Record<GuideEditState | 'all' | 'changed', number>;

interface Row {
  id: number;
  revision: number;
  slug: string;
  title: string;
  published: boolean;
  has_draft: boolean;
  draft_state: DraftState | null;
  publish_at: Date | null;
  changed_at: Date;
  changed_by: string | null;
  upvotes: number;
  downvotes: number;
  views: number;
  is_due: boolean;
  categories: string[];
  total: number;
}

const DESK_PAGE_SIZE = 50;
const MAX_WORDS = 20;

const TITLE = sql.part`coalesce(nullif(d.title, ''), g.title)`;

/** The only texts that are inserted into the statement, with the collation. */
const ORDERS = {
  // Guides that search does not know yet come last.
  relevance: sql.part`found.place nulls last, coalesce(g.changed_at, g.updated_at) desc, g.id desc`,
  '-changed': sql.part`coalesce(g.changed_at, g.updated_at) desc, g.id desc`,
  changed: sql.part`coalesce(g.changed_at, g.updated_at), g.id`,
  title: (collation: SqlPart) => sql.part`${TITLE} collate ${collation}, g.id`,
  '-title': (collation: SqlPart) => sql.part`${TITLE} collate ${collation} desc, g.id desc`,
  // Guides without votes come after all others, whichever way.
  helpful: sql.part`v.upvotes::float8 / nullif(v.upvotes + v.downvotes, 0) nulls last, v.downvotes desc, g.id`,
  '-helpful': sql.part`v.upvotes::float8 / nullif(v.upvotes + v.downvotes, 0) desc nulls last, v.upvotes desc, g.id`,
  views: sql.part`r.views nulls first, g.id`,
  '-views': sql.part`r.views desc nulls last, g.id desc`,
} as const;

export type DeskOrder = keyof typeof ORDERS;

export const DESK_ORDERS = Object.keys(ORDERS) as DeskOrder[];

const MAIN = sql.part`$12`;

/** The guides with the mark $14 in the language $13 of the knowledge base $12. */
const MARKED = sql.part`select g.id
      from knowledge_bases k
      join guides g on g.knowledge_base_id = k.id
      left join guide_drafts d on d.knowledge_base_id = g.knowledge_base_id and d.guide_id = g.id
      where k.main_id = ${MAIN} and k.language = $13 and ${markOf(MAIN)} = $14`;

const listGuidesForDesk = sqlTemplate.file<'order' | 'marked'>(
  new URL('./sql/list-for-desk.sql', import.meta.url),
);
const countStates = sql`
  -- How many guides are in which state.
  select count(*) as "all",
    count(*) filter (where s.state = 'published') as published,
    count(*) filter (where s.state = 'draft') as draft,
    count(*) filter (where s.state = 'proposed') as proposed,
    count(*) filter (where s.state = 'scheduled') as scheduled,
    count(*) filter (where s.has_draft) as changed
  from (
    select d.guide_id is not null as has_draft,
      ${EDIT_STATE} as state
    from guides g
    left join guide_drafts d on d.knowledge_base_id = $1 and d.guide_id = g.id
    where g.knowledge_base_id = $1
  ) s
`;
const listNames = sql`
  -- Who changed a guide last.
  select distinct g.changed_by as name
  from guides g
  where g.knowledge_base_id = $1 and g.changed_by is not null
`;

const listOwnersOfGuides = sql`
  -- The people who own a guide.
  select p.id, coalesce(p.name, p.email) as name
  from staff_people p
  where p.id in (select r.owner_id from guide_reviews r where r.knowledge_base_id = $1)
`;

/** A page of guides, published or not. @throws AppError `not-found` for an unknown host, category or tag */
export async function listForDesk(
  executor: Executor,
  { host, q = '', category, tag, sort = '-changed', page: wanted = 1, marked, ...request }: DeskListRequest,
): Promise<DeskList> {
  const { id, main_id, language } = await requireKnowledgeBase(executor, host);
  const page = isStoredId(wanted) ? wanted : 1;
  const words = q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  const filters = [
    words.length > 0 ? words : null,
    request.state ?? null,
    category ? (await findCategory(executor, id, category)).id : null,
    tag ? (await findTag(executor, id, tag)).id : null,
    request.author ?? null,
    request.isDue ?? null,
    request.ownerId ?? null,
    request.found ?? null,
  ];
  const order = ORDERS[sort];
  const part = typeof order === 'function' ? order(sql.identifier(collationOf(language))) : order;
  const statement = listGuidesForDesk({ order: part, marked: MARKED }, { prepared: true });
  const slice = [DESK_PAGE_SIZE, (page - 1) * DESK_PAGE_SIZE];
  const values = [id, ...filters, ...slice, main_id, marked?.language ?? null, marked?.mark ?? null];
  const rows = await executor.any<Row>(statement(values));
  const total = rows[0]?.total ?? 0;
  return { guides: rows.map(describe), total, page, pages: Math.ceil(total / DESK_PAGE_SIZE) };
}

/** How many guides are in which state, and how many have a draft. @throws AppError `not-found` */
export async function countGuideStates(executor: Executor, { host }: { host: string }): Promise<StateCounts> {
  const { id } = await requireKnowledgeBase(executor, host);
  return executor.one<StateCounts>(countStates([id]));
}

/** The names by which a list can be filtered. @throws AppError `not-found` */
export async function listAuthors(executor: Executor, { host }: { host: string }): Promise<string[]> {
  const { id, language } = await requireKnowledgeBase(executor, host);
  const rows = await executor.any<{ name: string }>(listNames([id]));
  return rows.map(({ name }) => name).toSorted(compareTexts(language));
}

export interface GuideOwner {
  id: number;
  name: string;
}

/** The people by whom a list can be filtered. @throws AppError `not-found` */
export async function listGuideOwners(executor: Executor, { host }: { host: string }): Promise<GuideOwner[]> {
  const { main_id, language } = await requireKnowledgeBase(executor, host);
  const compare = compareTexts(language);
  const owners = await executor.any<GuideOwner>(listOwnersOfGuides([main_id]));
  return owners.toSorted((one, other) => compare(one.name, other.name) || one.id - other.id);
}

function describe({ total, ...row }: Row): DeskGuide {
  return {
    id: row.id,
    revision: row.revision,
    slug: row.slug,
    title: row.title,
    state: stateOf(row),
    published: row.published,
    hasChanges: row.has_draft,
    publishAt: row.publish_at,
    changedAt: row.changed_at,
    changedBy: row.changed_by,
    upvotes: row.upvotes,
    downvotes: row.downvotes,
    views: row.views,
    isDue: row.is_due,
    categories: row.categories,
  };
}
