import { compareTexts } from '@guidepost/i18n/text-order';
import { type ContentReader, type Database, type Executor, type MoveStatus, sql } from '@guidepost/postgres';
import { type Forum, type ForumProperties, noSuchForum } from '../model/forum.ts';
import type { Topic } from '../model/topics.ts';
import { requireForum } from './find-forum.ts';

export type ForumSettings = ForumProperties &
  Pick<
    Forum,
    | 'hold'
    | 'allowed_origins'
    | 'accent_color'
    | 'foreign_images'
    | 'attachments'
    | 'host'
    | 'guides'
    | 'states'
  >;

export interface ForumOverview extends ForumSettings {
  slug: string;
  account: string;
  has_logo: boolean;
  metadata_fields: Forum['metadata_fields'];
  created_at: Date;
  dialogs: number;
  archived_dialogs: number;
  comments: number;
  tags: number;
  move: MoveStatus | null;
}

const listWithCounts = sql.file(new URL('./sql/list-with-counts.sql', import.meta.url));

export function listForums(database: Executor): Promise<ForumOverview[]> {
  return database.any<ForumOverview>(listWithCounts([null]));
}

/** @throws AppError `not-found` */
export async function showForum(database: Executor, slug: string): Promise<ForumOverview> {
  const found = await database.oneOrNone<ForumOverview>(listWithCounts([slug]));
  if (!found) throw noSuchForum(slug);
  return found;
}

type NamedForum = Pick<Forum, 'id' | 'slug'>;

const listNames = sql`
  -- Across tenants: lists tenants, for the front page or an operator.
  select f.id, f.slug
  from forums f
  order by f.slug
`;

/**
 * The named forum, or all forums by slug.
 * @throws AppError `not-found`
 */
export async function namedForums(executor: Executor, slug: string | undefined): Promise<NamedForum[]> {
  return slug === undefined ? executor.any<NamedForum>(listNames([])) : [await requireForum(executor, slug)];
}

export interface ListedForum {
  slug: string;
  /** Empty without one of its own. */
  host: string;
  name: string;
  formal_name: string;
  language: string;
}

const listNonEmpty = sql`
  -- Across tenants: lists tenants, for the front page or an operator.
  -- For the front page: forums with visible dialogs, by name.
  select f.slug, f.host, f.name, f.formal_name, f.language
  from forums f
  where exists (
    select
    from topic_counts t
    where t.forum_id = f.id and not t.archived and t.dialogs > 0
  )
    and not exists (select from tenant_moves m where m.tenant_id = f.account_id and m.state = 'moved')
  order by f.name collate order_root, f.slug
  limit $1
`;

/** Up to `most` forums with visible dialogs, by name. */
export function listNonEmptyForums(database: Database, most: number): Promise<ListedForum[]> {
  return database.any<ListedForum>(listNonEmpty([most]));
}

export interface ForumSummary {
  counts: Partial<Record<Topic, number>>;
  /** The most used ones, by name. */
  tags: { name: string; dialogs: number }[];
}

const read = sql`
  -- Visible dialogs per topic, and the $2 most used public tags.
  select
    (
      select coalesce(json_object_agg(c.topic, c.dialogs), '{}')
      from topic_counts c
      where c.forum_id = $1 and not c.archived
    ) as counts,
    (
      select coalesce(json_agg(json_build_object('name', m.name, 'dialogs', m.dialogs)), '[]')
      from (
        select t.id, t.name, t.dialogs
        from tags t
        where t.forum_id = $1 and t.is_public and t.dialogs > 0
        order by t.dialogs desc, t.name, t.id
        limit $2
      ) m
    ) as tags
`;

export async function summarizeForum(
  executor: ContentReader,
  { id, language }: Pick<Forum, 'id' | 'language'>,
  mostTags: number,
): Promise<ForumSummary> {
  const summary = await executor.one<ForumSummary>(read([id, mostTags]));
  const compare = compareTexts(language);
  return { ...summary, tags: summary.tags.toSorted((one, other) => compare(one.name, other.name)) };
}
