import { type Database, type Executor, sql } from '@guidepost/postgres';
import type { Forum } from '../model/forum.ts';
import type { Person } from '../model/person.ts';
import { findPosters } from '../people/posters.ts';
import { requireForum } from '../tenants/find-forum.ts';
import { namedForums } from '../tenants/list-forums.ts';
import { listFilesOfPerson } from './files-of-person.ts';
import { findMentions } from './mentions.ts';

export interface PostCounts {
  dialogs: number;
  comments: number;
  votes: number;
  reports: number;
  addresses: number;
  /** Deleted ones that can be restored. */
  deleted: number;
}

export interface FollowCounts {
  /** Dialogs that the person follows. */
  follows: number;
  /** Comments that the person found helpful while signed in. */
  helpful: number;
  /** Whether the address was confirmed, as 0 or 1. */
  confirmations: number;
}

export interface Holdings extends PostCounts, FollowCounts {
  slug: string;
  /** Posters: one per post without a key, one for all posts with a key. */
  identities: number;
  /** Attached to posts while signed in. */
  files: number;
  blocks: number;
  /** Rows whose text contains the e-mail address, by any author. */
  mentions: number;
}

const countPosts = sql`
  select
    (select count(*) from dialogs d where d.forum_id = $1 and d.poster_id = any ($2::bigint[])) as dialogs,
    (select count(*) from comments c where c.forum_id = $1 and c.poster_id = any ($2::bigint[])) as comments,
    (select count(*) from votes v where v.forum_id = $1 and v.poster_id = any ($2::bigint[])) as votes,
    (select count(*) from reports r where r.forum_id = $1 and r.poster_id = any ($2::bigint[])) as reports,
    (select count(*) from post_addresses a where a.forum_id = $1 and a.poster_id = any ($2::bigint[])) as addresses,
    (select count(*) from deleted_rows k where k.forum_id = $1 and k.poster_id = any ($2::bigint[])) as deleted
`;
const countFollows = sql`
  -- $2 folded e-mail address
  select
    (select count(*) from followers f where f.forum_id = $1 and lower(normalize(f.email) collate "und-x-icu") = $2)
      as follows,
    (
      select count(*)
      from helpful_votes h
      join confirmed_addresses c on c.forum_id = $1 and c.person = h.voter
      where h.forum_id = $1 and c.email = $2
    ) as helpful,
    (select count(*) from confirmed_addresses c where c.forum_id = $1 and c.email = $2) as confirmations
`;
const countBlocks = sql`
  -- $2 folded e-mail address
  select count(*) as blocks
  from blocked_senders b
  where b.forum_id = $1 and lower(normalize(b.email) collate "und-x-icu") = $2
`;

export async function findHoldings(executor: Executor, forum: Forum, person: Person): Promise<Holdings> {
  const posters = await findPosters(executor, forum, person);
  const posts = await executor.one<PostCounts>(countPosts([forum.id, posters]));
  const { blocks } = await executor.one<{ blocks: number }>(countBlocks([forum.id, person.email]));
  const follows = await executor.one<FollowCounts>(countFollows([forum.id, person.email]));
  const files = await listFilesOfPerson(executor, forum, person.email);
  const mentions = await findMentions(executor, forum, person);
  return {
    slug: forum.slug,
    identities: posters.length,
    ...posts,
    ...follows,
    files: files.length,
    blocks,
    mentions: mentions.reduce((sum, { ids }) => sum + ids.length, 0),
  };
}

export function hasData({ slug, ...counts }: Holdings): boolean {
  return Object.values(counts).some((count) => count > 0);
}

export function noHoldings(slug: string): Holdings {
  const none = { identities: 0, dialogs: 0, comments: 0, votes: 0, reports: 0, addresses: 0, deleted: 0 };
  return { slug, ...none, follows: 0, helpful: 0, confirmations: 0, files: 0, blocks: 0, mentions: 0 };
}

export interface Survey {
  forums: Holdings[];
  /** Similar addresses that many mail servers deliver to the same mailbox; they are left alone. */
  similar: string[];
}

const listSimilar = sql`
  -- Across tenants: an operator erases a person from all forums.
  -- Addresses of posters with mailbox $1 and server $2 (with "@"), ignoring a "+" suffix; except $3. All are folded.
  select distinct s.email
  from (
    select lower(normalize(p.email) collate "und-x-icu") as email
    from posters p
    where p.email is not null
  ) s
  where (s.email = $1 || $2 or starts_with(s.email, $1 || '+') and right(s.email, length($2)) = $2) and s.email <> $3
  order by s.email
`;

/** Looks for a person in one forum or all. @throws AppError `not-found` */
export async function surveyPerson(
  database: Database,
  person: Person,
  slug: string | undefined,
): Promise<Survey> {
  const forums: Holdings[] = [];
  for (const { slug: name } of await namedForums(database, slug)) {
    const holdings = await findHoldings(database, await requireForum(database, name), person);
    if (hasData(holdings)) forums.push(holdings);
  }
  return { forums, similar: await findSimilar(database, person) };
}

async function findSimilar(database: Database, { email }: Person): Promise<string[]> {
  const at = email.lastIndexOf('@');
  const [mailbox] = email.slice(0, at).split('+');
  const rows = await database.any<{ email: string }>(listSimilar([mailbox, email.slice(at), email]));
  return rows.map((row) => row.email);
}
