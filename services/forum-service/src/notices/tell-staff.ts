import { type Executor, sql } from '@guidepost/postgres';
import { aboutNewsTo, type PostPlace } from '../mail/mail-of-posts.ts';
import { BATCH_SIZE, createNotifier, type NewsRow, type Notifier, TAKE_NEXT } from '../mail/notifier.ts';
import { foldEmail } from '../model/person.ts';
import { deskAddresses, type News, type NoticeOptions, stopAddress, writeNews } from './write-notices.ts';

interface NewForStaff extends NewsRow, PostPlace {
  /** Null for a post. */
  report_id: number | null;
  since: string;
}

interface FoundNews extends News {
  /** Another one after a merge. */
  dialog_id: number;
  account_id: number;
  slug: string;
  host: string;
  author_email: string | null;
}

interface Recipient {
  id: number;
  email: string;
}

/** Messages at once in an hour, about a forum to a person. */
const MOST_MESSAGES = 10;

const take = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  select n.id, n.forum_id, n.dialog_id, n.comment_id, n.report_id, n.told_to, n.created_at::text as since
  from new_for_staff n
  ${TAKE_NEXT}
`;

/** The forum and the dialog of the news, and the author's address. */
const PLACE = sql.part`f.account_id, f.slug, f.host, f.name as forum, f.language, d.id as dialog_id, d.title,
    p.email as author_email`;

const readDialog = sql`
  -- No row for what is answered, archived or deleted meanwhile. Locked, so that a deletion waits and then withdraws the
  -- mail.
  select ${PLACE}, d.held, d.author_name, d.text
  from dialogs d
  join posters p on p.forum_id = d.forum_id and p.id = d.poster_id
  join forums f on f.id = d.forum_id
  where d.forum_id = $1 and d.id = $2 and (d.held or not d.archived and d.waiting_since <= now())
  for key share of d
`;
const readComment = sql`
  -- As for a dialog. $2 comment
  select ${PLACE}, c.held, c.author_name, c.text
  from comments c
  join dialogs d on d.forum_id = c.forum_id and d.id = c.dialog_id
  join posters p on p.forum_id = c.forum_id and p.id = c.poster_id
  join forums f on f.id = c.forum_id
  where c.forum_id = $1 and c.id = $2
    and (c.held or not c.is_org_reply and not d.archived and d.waiting_since <= now())
  for key share of d, c
`;
const readReport = sql`
  -- As for a dialog, unless the report is resolved meanwhile. $2 report
  select ${PLACE}, false as held, r.author_name, r.reason as text
  from reports r
  join dialogs d on d.forum_id = r.forum_id and d.id = r.dialog_id
  join posters p on p.forum_id = r.forum_id and p.id = r.poster_id
  join forums f on f.id = r.forum_id
  where r.forum_id = $1 and r.id = $2 and r.resolved_at is null
  for key share of d, r
`;
const listRecipients = sql`
  -- Up to $5 people after the person $3 who want to be told at once of $2, posts or reports, without the person with
  -- the folded e-mail address $4. Locked, so that a removal waits and then withdraws the mail.
  select n.person_id as id, p.email
  from staff_notices n
  join staff_memberships m on m.tenant_id = n.tenant_id and m.person_id = n.person_id
  join staff_people p on p.id = n.person_id
  where n.forum_id = $1 and case $2 when 'posts' then n.posts else n.reports end = 'at-once'
    and m.accepted_at is not null and n.person_id > $3 and p.email_folded is distinct from $4
  order by n.person_id
  limit $5
  for update of n
`;
const countMessage = sql`
  -- Counts a message at once about what is new since $3 to the person $2. After $4 in an hour, or while a summary is
  -- due, that is for the summary.
  with usage as (
    select n.summary_since is null and n.hour_began <= now() - interval '1 hour' as begins,
      n.summary_since is null and (n.messages < $4 or n.hour_began <= now() - interval '1 hour') as allowed
    from staff_notices n
    where n.forum_id = $1 and n.person_id = $2
  )
  update staff_notices n
  set hour_began = case when u.begins then now() else n.hour_began end,
    messages = case when u.begins then 1 when u.allowed then n.messages + 1 else n.messages end,
    summary_since = case when not u.allowed then least(n.summary_since, $3::timestamptz) end
  from usage u
  where n.forum_id = $1 and n.person_id = $2
  returning u.allowed
`;

const notifier = createNotifier<NewForStaff, NoticeOptions>({
  people: 'staff',
  subject: 'posts',
  table: sql.identifier('new_for_staff'),
  take,
  notifySome,
});

/** Writes to staff about posts and reports, apart from the post, which must not wait for it. */
export const createTellStaff: Notifier<NoticeOptions>['createWorker'] = notifier.createWorker;

/** Queues the mail about one post or report to some of those who want it at once. @returns whether there was one */
export const tellStaff = notifier.notifyNext;

async function notifySome(
  transaction: Executor,
  options: NoticeOptions,
  row: NewForStaff,
): Promise<Recipient[]> {
  const news = await read(transaction, row);
  if (!news) return [];
  const author = news.author_email === null ? null : foldEmail(news.author_email);
  const kind = row.report_id === null ? 'posts' : 'reports';
  const values = [row.forum_id, kind, row.told_to, author, BATCH_SIZE];
  const people = await transaction.any<Recipient>(listRecipients(values));
  for (const person of people) await tell(transaction, options, { row, news, person });
  return people;
}

function read(transaction: Executor, { forum_id, dialog_id, comment_id, report_id }: NewForStaff) {
  if (report_id !== null) return transaction.oneOrNone<FoundNews>(readReport([forum_id, report_id]));
  return transaction.oneOrNone<FoundNews>(
    comment_id === null ? readDialog([forum_id, dialog_id]) : readComment([forum_id, comment_id]),
  );
}

function kindOf({ report_id, comment_id }: NewForStaff) {
  if (report_id !== null) return 'report';
  return comment_id === null ? 'post' : 'comment';
}

async function tell(
  transaction: Executor,
  options: NoticeOptions,
  { row, news, person }: { row: NewForStaff; news: FoundNews; person: Recipient },
): Promise<void> {
  const { forum_id: id } = row;
  const { dialog_id } = news;
  const count = countMessage([id, person.id, row.since, MOST_MESSAGES]);
  const { allowed } = await transaction.one<{ allowed: boolean }>(count);
  if (!allowed) return;
  const stop = await stopAddress(options, { ...news, id }, person.id);
  const desk = deskAddresses(options.deskUrl, news.slug).dialog(dialog_id);
  await options.mail.queue(transaction, {
    tenantId: news.account_id,
    cause: `staff-news:${row.id}:${person.id}`,
    to: person.email,
    about: aboutNewsTo(id, { ...row, dialog_id }, { newsId: row.id, personId: person.id }),
    since: row.since,
    thread: `dialog-${dialog_id}.forum-${id}`,
    unsubscribe: stop,
    ...writeNews(news, { kind: kindOf(row), desk, stop }),
  });
}
