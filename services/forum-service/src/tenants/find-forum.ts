import { type Executor, type RevisionWatch, sql, type TenantDirectory } from '@guidepost/postgres';
import { type Forum, isForumSlug, type LogoRow, logoAt, movedAway, noSuchForum } from '../model/forum.ts';

const listOfAccounts = sql`
  select f.slug
  from forums f
  where f.account_id = any ($1)
    and not exists (select from tenant_moves m where m.tenant_id = f.account_id and m.state = 'moved')
  order by f.name collate order_root, f.slug
`;
const lockById = sql`
  select id from forums where id = any ($1) order by id for key share
`;
const findBySlug = sql`
  -- Across tenants: finds the tenant of a request.
  select f.id, f.account_id, f.slug, f.name, f.formal_name, f.intro_message, f.status_message, f.status_url,
    f.popup_header, f.thankyou_message, f.default_topic, f.topics, f.language, f.revision, f.hold, f.allowed_origins,
    f.accent_color, f.foreign_images, f.attachments, f.host, f.guides, f.states,
    (
      select json_build_object('token', l.token, 'media_type', l.media_type, 'width', l.width, 'height', l.height)
      from forum_logos l
      where l.forum_id = f.id
    ) as logo,
    coalesce((
      select json_agg(json_build_object('name', m.name, 'type', m.type, 'maximum', m.maximum) order by m.name)
      from metadata_fields m
      where m.forum_id = f.id and a.allows_metadata
    ), '[]') as metadata_fields,
    exists (select from tenant_moves m where m.tenant_id = f.account_id and m.state = 'moved') as moved
  from forums f
  join accounts a on a.id = f.account_id
  where f.slug = $1
`;

type ForumRow = Omit<Forum, 'logo'> & { logo: LogoRow | null; moved: boolean };

/** @throws AppError `moved` if it lives in another database now */
export async function findForum(executor: Executor, slug: string): Promise<Forum | undefined> {
  if (!isForumSlug(slug)) return undefined;
  const found = await executor.oneOrNone<ForumRow>(findBySlug([slug]));
  if (!found) return undefined;
  const { moved, ...row } = found;
  if (moved) throw movedAway(slug);
  return { ...row, logo: row.logo && logoAt(row.logo) };
}

/** The slugs of accounts' forums, by name. */
export async function listSlugsOfAccounts(
  executor: Executor,
  accountIds: readonly number[],
): Promise<string[]> {
  return (await executor.any<{ slug: string }>(listOfAccounts([accountIds]))).map(({ slug }) => slug);
}

/** Those of these ids that exist, locked so that they are not deleted within the transaction. */
export async function lockForums(transaction: Executor, ids: readonly number[]): Promise<number[]> {
  return (await transaction.any<{ id: number }>(lockById([ids]))).map(({ id }) => id);
}

/** @throws AppError `not-found` */
export async function requireForum(executor: Executor, slug: string): Promise<Forum> {
  const found = await findForum(executor, slug);
  if (!found) throw noSuchForum(slug);
  return found;
}

/** Call after a post that raised the forum's revision, so that this instance shows it at once. */
export type RefreshForum = (forum: Forum, revision: number) => void;

/** A post does not change the forum's properties, so the cached forum stays valid. */
export function createRefreshForum(
  revisions: Pick<RevisionWatch, 'note'>,
  forums: Pick<TenantDirectory<Forum>, 'advance'>,
): RefreshForum {
  return ({ id, slug }, revision) => {
    revisions.note(id, revision);
    forums.advance(slug, revision);
  };
}
