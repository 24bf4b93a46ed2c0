import { type Executor, inSnapshot, sql } from '@guidepost/postgres';
import type { Person } from '../model/person.ts';
import { findPosters } from '../people/posters.ts';
import { requireForum } from '../tenants/find-forum.ts';
import { namedForums } from '../tenants/list-forums.ts';
import { type AttachedFile, listFilesOfPerson } from './files-of-person.ts';

/** All data about a person: stored rows by kind. */
export interface PersonExport {
  email: string;
  exported_at: Date;
  forums: PersonInForum[];
}

export interface PersonInForum extends Record<Kind | KindByEmail, object[]> {
  slug: string;
  files: AttachedFile[];
}

const KINDS = ['dialogs', 'comments', 'originals', 'votes', 'reports', 'addresses', 'deleted'] as const;
type Kind = (typeof KINDS)[number];

const KINDS_BY_EMAIL = ['follows', 'helpful', 'confirmations', 'sessions', 'blocks'] as const;
type KindByEmail = (typeof KINDS_BY_EMAIL)[number];

const STATEMENTS = {
  dialogs: sql`
    select d.id, d.topic, d.title, d.text, d.author_name as name, w.email as useremail, d.work_title, d.metadata, d.pub_date,
      d.state, d.former_state, d.accepted_comment, d.archived, d.held, d.confirmed
    from dialogs d
    join posters w on w.forum_id = d.forum_id and w.id = d.poster_id
    where d.forum_id = $1 and d.poster_id = any ($2::bigint[])
    order by d.id
  `,
  comments: sql`
    select c.id, c.dialog_id, c.text, c.author_name as name, w.email as useremail, c.work_title, c.pub_date, c.is_org_reply,
      c.held, c.confirmed
    from comments c
    join posters w on w.forum_id = c.forum_id and w.id = c.poster_id
    where c.forum_id = $1 and c.poster_id = any ($2::bigint[])
    order by c.id
  `,
  originals: sql`
    -- Earlier texts of the dialogs and comments of the posters $2.
    select o.dialog_id, o.comment_id, o.title, o.text, o.metadata, o.edited_at
    from originals o
    left join comments c on c.forum_id = o.forum_id and c.id = o.comment_id
    join dialogs d on d.forum_id = o.forum_id and d.id = o.dialog_id
    where o.forum_id = $1
      and case when o.comment_id is null then d.poster_id else c.poster_id end = any ($2::bigint[])
    order by o.id
  `,
  votes: sql`
    select v.dialog_id, v.author_name as name, w.email as useremail, v.voted_at as pub_date
    from votes v
    join posters w on w.forum_id = v.forum_id and w.id = v.poster_id
    where v.forum_id = $1 and v.poster_id = any ($2::bigint[])
    order by v.dialog_id, v.voter
  `,
  reports: sql`
    select r.id, r.dialog_id, r.comment_id, r.reason as report_reason, r.author_name as name, w.email as useremail,
      r.reported_at as pub_date, r.resolved_at
    from reports r
    join posters w on w.forum_id = r.forum_id and w.id = r.poster_id
    where r.forum_id = $1 and r.poster_id = any ($2::bigint[])
    order by r.id
  `,
  addresses: sql`
    select a.kind, a.dialog_id, a.comment_id, host(a.claimed) as claimed, host(a.sender) as sender, a.posted_at as pub_date
    from post_addresses a
    where a.forum_id = $1 and a.poster_id = any ($2::bigint[])
    order by a.id
  `,
  deleted: sql`
    -- Rows that the posters $2 wrote and staff deleted, as long as it can be restored, with earlier texts.
    select k.kind, p.deleted_at,
      p.deleted_at + case when p.merged then interval '1 day' else interval '30 days' end as expires_at,
      (k.stored ->> 'id')::bigint as id, coalesce((k.stored ->> 'dialog_id')::bigint, p.dialog_id) as dialog_id,
      k.stored ->> 'title' as title, coalesce(k.stored ->> 'text', k.stored ->> 'reason') as text,
      k.stored ->> 'author_name' as name, w.email as useremail, k.stored ->> 'work_title' as work_title,
      k.stored -> 'metadata' as metadata,
      coalesce(k.stored ->> 'pub_date', k.stored ->> 'voted_at', k.stored ->> 'reported_at', k.stored ->> 'edited_at')
        as pub_date
    from deleted_rows k
    join deleted_posts p on p.forum_id = k.forum_id and p.id = k.deleted_post_id
    left join posters w on w.forum_id = k.forum_id and w.id = k.poster_id
    where k.forum_id = $1 and (
      k.poster_id = any ($2::bigint[])
      or k.kind = 'originals' and exists (
        select
        from deleted_rows o
        where o.forum_id = $1 and o.deleted_post_id = k.deleted_post_id and o.poster_id = any ($2)
          and case
            when k.stored ->> 'comment_id' is null then o.kind = 'dialogs'
            else o.kind = 'comments' and o.stored ->> 'id' = k.stored ->> 'comment_id'
          end
      )
    )
    order by k.id
  `,
};
const STATEMENTS_BY_EMAIL = {
  follows: sql`
    -- $2 folded e-mail address
    select f.dialog_id, f.email as useremail, f.confirmed, f.followed_at
    from followers f
    where f.forum_id = $1 and lower(normalize(f.email) collate "und-x-icu") = $2
    order by f.id
  `,
  helpful: sql`
    -- Comments that the person with the folded e-mail address $2 found helpful.
    select h.dialog_id, h.comment_id, h.voted_at as pub_date
    from helpful_votes h
    join confirmed_addresses c on c.forum_id = h.forum_id and c.person = h.voter
    where h.forum_id = $1 and c.email = $2
    order by h.comment_id
  `,
  confirmations: sql`
    -- $2 folded e-mail address
    select c.email as useremail, c.name, c.confirmed_at
    from confirmed_addresses c
    where c.forum_id = $1 and c.email = $2
  `,
  sessions: sql`
    -- $2 folded e-mail address
    select s.id, s.browser, s.created_at, s.last_used_at
    from member_sessions s
    join confirmed_addresses a on a.forum_id = s.forum_id and a.person = s.person
    where s.forum_id = $1 and a.email = $2
    order by s.id
  `,
  blocks: sql`
    -- $2 folded e-mail address
    select b.email as useremail, b.blocked_at
    from blocked_senders b
    where b.forum_id = $1 and lower(normalize(b.email) collate "und-x-icu") = $2
    order by b.id
  `,
};

/** Reads a consistent snapshot of a person's data, in one forum or all. @throws AppError `not-found` */
export function exportPerson(
  database: Executor,
  person: Person,
  slug: string | undefined,
): Promise<PersonExport> {
  return inSnapshot(database, async (snapshot) => {
    const forums: PersonInForum[] = [];
    for (const { slug: name } of await namedForums(snapshot, slug)) {
      const found = await findInForum(snapshot, name, person);
      if (found) forums.push(found);
    }
    return { email: person.email, exported_at: new Date(), forums };
  });
}

async function findInForum(
  transaction: Executor,
  slug: string,
  person: Person,
): Promise<PersonInForum | undefined> {
  const forum = await requireForum(transaction, slug);
  const posters = await findPosters(transaction, forum, person);
  const list = (kind: Kind) => transaction.any<object>(STATEMENTS[kind]([forum.id, posters]));
  const listByEmail = (kind: KindByEmail) =>
    transaction.any<object>(STATEMENTS_BY_EMAIL[kind]([forum.id, person.email]));
  const found = {
    slug,
    dialogs: await list('dialogs'),
    comments: await list('comments'),
    originals: await list('originals'),
    votes: await list('votes'),
    reports: await list('reports'),
    addresses: await list('addresses'),
    deleted: await list('deleted'),
    follows: await listByEmail('follows'),
    helpful: await listByEmail('helpful'),
    confirmations: await listByEmail('confirmations'),
    sessions: await listByEmail('sessions'),
    files: await listFilesOfPerson(transaction, forum, person.email),
    blocks: await listByEmail('blocks'),
  };
  return ([...KINDS, ...KINDS_BY_EMAIL, 'files'] as const).some((kind) => found[kind].length > 0)
    ? found
    : undefined;
}
