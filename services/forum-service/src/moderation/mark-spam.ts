import { type Executor, sql } from '@guidepost/postgres';
import { idsOf } from '../model/listing.ts';
import { foldEmail } from '../model/person.ts';
import { removeComments, removeDialogs } from '../posts/delete-posts.ts';
import { learnHosts } from '../posts/held-hosts.ts';
import { eventsOf, lockComments, lockExistingDialogs, refreshDialogs } from '../posts/lock-posts.ts';
import type { AuditEvent } from '../tenants/audit.ts';
import { type Moderation, moderate } from '../tenants/moderate.ts';
import { listChangedDialogs } from './refuse-unseen.ts';

/** Posts that are spam, or people who send nothing else. */
export interface Spam {
  dialogIds?: readonly number[];
  commentIds?: readonly number[];
  email?: string;
  /** When a page showed them: what has changed since then is left out. */
  seen?: Date | undefined;
  /** Addresses of the forum itself, whose sites are not learned. */
  own: readonly string[];
}

export interface MarkedSpam {
  /** The number of the action, to undo it; undefined when there was nothing to do. */
  id: number | undefined;
  /** Titles of the dialogs that were left out, or in which comments were. */
  leftOut: string[];
}

const findPosters = sql`
  -- Authors of the dialogs $2 and comments $3, people with the folded address $4, and others with their addresses.
  with named as (
    select d.poster_id as id from dialogs d where d.forum_id = $1 and d.id = any($2::bigint[])
    union
    select c.poster_id from comments c where c.forum_id = $1 and c.id = any($3::bigint[])
  ),
  emails as (
    select lower(normalize(p.email) collate "und-x-icu") as email
    from posters p
    where p.forum_id = $1 and p.id in (select n.id from named n) and p.email is not null
    union
    select $4::text where $4::text is not null
  )
  select p.id, p.email
  from posters p
  where p.forum_id = $1 and lower(normalize(p.email) collate "und-x-icu") in (select e.email from emails e)
  union
  select p.id, p.email
  from posters p
  where p.forum_id = $1 and p.email is null and p.id in (select n.id from named n)
  order by id
`;
const findDialogs = sql`
  select d.id, d.title, d.text
  from dialogs d
  where d.forum_id = $1 and d.poster_id = any($2::bigint[])
  order by d.id
`;
const findComments = sql`
  -- Comments by the posters $2 outside of the dialogs $3, except official answers. Unseen ones came after $4.
  select c.id, d.title, c.text,
    c.pub_date > $4 or exists (
      select from originals o where o.forum_id = $1 and o.comment_id = c.id and o.edited_at > $4
    ) as unseen
  from comments c
  join dialogs d on d.forum_id = $1 and d.id = c.dialog_id
  where c.forum_id = $1 and c.poster_id = any($2::bigint[]) and c.dialog_id <> all($3::bigint[]) and not c.is_org_reply
  order by c.id
`;
const block = sql`
  -- Folded addresses $2, and the network addresses of those of the posters $3 who have no other.
  insert into blocked_senders (forum_id, email, address)
  select $1::bigint, e.email, null
  from unnest($2::text[]) as e (email)
  union
  select $1::bigint, null, network(coalesce(a.claimed, a.sender))
  from post_addresses a
  where a.forum_id = $1 and a.poster_id = any($3::bigint[]) and coalesce(a.claimed, a.sender) is not null
  on conflict (forum_id, email, address) do nothing
  returning id, email
`;
const resolve = sql`
  update reports r
  set resolved_at = now()
  where r.forum_id = $1 and r.poster_id = any($2::bigint[]) and r.resolved_at is null
  returning r.id, r.dialog_id, r.comment_id
`;
const record = sql`
  -- With the entries of the deleted dialogs $4 and comments $5.
  insert into spam_actions (forum_id, done_by, posters, deleted_posts, blocks, reports, hosts)
  select $1, $2, $3::bigint[], array(
    select p.id
    from deleted_posts p
    where p.forum_id = $1
      and (p.comment_id is null and p.dialog_id = any($4::bigint[]) or p.comment_id = any($5::bigint[]))
    order by p.id
  ), $6::bigint[], $7::bigint[], $8::bigint[]
  returning id
`;

interface FoundPost {
  id: number;
  title: string;
  text: string;
}

/**
 * Deletes all posts of the people who wrote these, except official answers, and blocks the people. Their reports are
 * resolved, and sites that they linked to are held.
 * @throws AppError `not-found`, `forbidden`
 */
export function markSpam(database: Executor, moderation: Moderation, spam: Spam): Promise<MarkedSpam> {
  return moderate(database, moderation, async (transaction, forum) => {
    const { id: forumId } = forum;
    const { posters, emails, nameless } = await findPeople(transaction, forumId, spam);
    const { dialogs, comments, leftOut } = await findPosts(transaction, forumId, {
      posters,
      seen: spam.seen,
    });
    const texts = [...dialogs, ...comments].flatMap(({ title, text }) => [title, text]);
    const hosts = await learnHosts(transaction, forumId, { texts, posters, own: spam.own });
    const blocks = await transaction.any<Block>(block([forumId, emails, nameless]));
    const locked = await lockComments(transaction, forum, idsOf(comments));
    const reports = await transaction.any<Report>(resolve([forumId, posters]));
    const by = moderation.actor.name;
    const kept = await lockExistingDialogs(transaction, forumId, idsOf(dialogs));
    await removeComments(transaction, forumId, { comments: locked, by });
    await removeDialogs(transaction, forumId, { dialogs: kept, by });
    await refreshDialogs(transaction, forumId, locked);
    const events: AuditEvent[] = [
      ...kept.map(({ id }) => ({ dialog_id: id })),
      ...eventsOf(locked),
      ...reports.map(eventOfReport),
      ...blocks.map(({ id, email }) => ({
        details: { [email === null ? 'address_block' : 'email_block']: id },
      })),
      ...hosts.map((held_host) => ({ details: { held_host } })),
    ];
    const result: MarkedSpam = { id: undefined, leftOut };
    if (events.length > 0) {
      const done = [idsOf(kept), idsOf(locked), idsOf(blocks), idsOf(reports), hosts];
      const row = await transaction.one<{ id: number }>(record([forumId, by, posters, ...done]));
      result.id = row.id;
    }
    return { events, visible: kept.length + locked.length > 0, result };
  });
}

interface Block {
  id: number;
  email: string | null;
}

interface Report {
  id: number;
  dialog_id: number;
  comment_id: number | null;
}

interface People {
  posters: number[];
  /** Folded. */
  emails: string[];
  /** Posters without an e-mail address. */
  nameless: number[];
}

async function findPeople(
  transaction: Executor,
  forumId: number,
  { dialogIds = [], commentIds = [], email }: Spam,
): Promise<People> {
  const folded = email === undefined ? null : foldEmail(email);
  const rows = await transaction.any<{ id: number; email: string | null }>(
    findPosters([forumId, dialogIds, commentIds, folded]),
  );
  const emails = rows.flatMap((row) => (row.email === null ? [] : foldEmail(row.email)));
  return {
    posters: idsOf(rows),
    emails: [...new Set(folded === null ? emails : [folded, ...emails])],
    nameless: idsOf(rows.filter((row) => row.email === null)),
  };
}

/** Their posts, without those that have changed since they were shown. */
async function findPosts(
  transaction: Executor,
  forumId: number,
  { posters, seen }: { posters: readonly number[]; seen: Date | undefined },
) {
  const all = await transaction.any<FoundPost>(findDialogs([forumId, posters]));
  const dialogIds = idsOf(all);
  const changed = seen ? await listChangedDialogs(transaction, forumId, { dialogIds, seen }) : [];
  const unseen = new Set(idsOf(changed));
  const dialogs = all.filter(({ id }) => !unseen.has(id));
  const written = await transaction.any<FoundPost & { unseen: boolean | null }>(
    findComments([forumId, posters, idsOf(dialogs), seen]),
  );
  const comments = written.filter((comment) => !comment.unseen);
  const later = written.filter((comment) => comment.unseen);
  const leftOut = new Set([...changed, ...later].map(({ title }) => title));
  return { dialogs, comments, leftOut: [...leftOut] };
}

function eventOfReport({ id, dialog_id, comment_id }: Report): AuditEvent {
  return { dialog_id, ...(comment_id !== null && { comment_id }), details: { report: id } };
}
