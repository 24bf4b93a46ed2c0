import { type Executor, sql } from '@guidepost/postgres';
import { createBackgroundWork, type Logger, type Worker } from '@guidepost/service-kit';
import { aboutSum } from '../mail/mail-of-posts.ts';
import type { NoticeOptions } from './write-notices.ts';
import { deskAddresses, type Sum, stopAddress, writeSum } from './write-notices.ts';

interface Due {
  forum_id: number;
  person_id: number;
  timing: 'daily' | 'at-once';
  /** The period whose news is summed up. */
  since: string;
  until: string;
}

interface Recipient {
  /** Which kinds are wanted with this timing. */
  posts: boolean;
  reports: boolean;
  email: string;
  email_folded: string;
  account_id: number;
  slug: string;
  host: string;
  forum: string;
  language: string;
}

/** Milliseconds between polls. */
const PAUSE = 10_000;

/** Advisory lock key; unique to this job. */
const LOCK_KEY = 7_305_801_265;

const MOST_DIALOGS = 20;

const tryToSumUp = sql`
  select pg_try_advisory_xact_lock($1) as free
`;
const find = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- A daily message that is due, since a minute after 07:00 UTC, when what was posted before is committed; or a summary
  -- of an hour with too many messages. $1 the time, or null for now. Like tell-followers.ts, it leaves out forums that
  -- are busy; one lock is tried after the other.
  with clock as (
    select coalesce($1::timestamptz, now()) as now,
      date_trunc('day', coalesce($1, now()) - interval '7 hours 1 minute', 'UTC') + interval '7 hours' as due
  ),
  daily as materialized (
    select n.forum_id, n.person_id, 'daily' as timing, n.told_until::text as since, c.due::text as until
    from clock c
    join staff_notices n on n.told_until < c.due and (n.posts = 'daily' or n.reports = 'daily')
    join staff_memberships m on m.tenant_id = n.tenant_id and m.person_id = n.person_id and m.accepted_at is not null
    order by n.told_until, n.forum_id, n.person_id
  ),
  summary as materialized (
    select n.forum_id, n.person_id, 'at-once' as timing, n.summary_since::text as since, c.now::text as until
    from clock c
    join staff_notices n on n.summary_since is not null and n.hour_began <= c.now - interval '1 hour'
    join staff_memberships m on m.tenant_id = n.tenant_id and m.person_id = n.person_id and m.accepted_at is not null
    order by n.hour_began, n.forum_id, n.person_id
  )
  select d.forum_id, d.person_id, d.timing, d.since, d.until
  from (table daily union all table summary) d
  where pg_try_advisory_xact_lock_shared(hashtextextended('guidepost posts ' || d.forum_id, 0))
  limit 1
`;
const lock = sql`
  -- Person $2, if they still want messages with the timing $3. Locked, so that a removal waits and then withdraws the
  -- mail.
  select n.posts = $3 as posts, n.reports = $3 as reports, p.email, p.email_folded, f.account_id, f.slug, f.host,
    f.name as forum, f.language
  from staff_notices n
  join staff_people p on p.id = n.person_id
  join forums f on f.id = n.forum_id
  where n.forum_id = $1 and n.person_id = $2 and $3 in (n.posts, n.reports)
  for update of n
`;
const sumUp = sql.file(new URL('./sql/sum-up.sql', import.meta.url));
const finish = {
  daily: sql`
  -- $2 person, $3 until when they have been told
  update staff_notices
  set told_until = $3
  where forum_id = $1 and person_id = $2
`,
  'at-once': sql`
  -- $2 person. The summary is the first message of the next hour.
  update staff_notices
  set summary_since = null, hour_began = now(), messages = 1
  where forum_id = $1 and person_id = $2
`,
};

/** Sums up for staff what is new and what waits, in one message a day, or in place of too many at once. */
export function createSumUp(options: NoticeOptions, logger: Logger): Worker {
  return createBackgroundWork({
    work: () => sumUpNext(options),
    pause: PAUSE,
    onFailure: (err) => logger.warn({ err }, 'posts cannot be summed up for staff at the moment'),
    onRecovery: () => logger.info('posts are summed up for staff again'),
  });
}

/**
 * Queues one message that is due, unless nothing waits. Does nothing while another instance is at it.
 * @param at the time; now by default
 * @returns whether one was due
 */
export function sumUpNext(options: NoticeOptions, at?: Date): Promise<boolean> {
  return options.database.tx('sum-up', async (transaction) => {
    const { free } = await transaction.one<{ free: boolean }>(tryToSumUp([LOCK_KEY]));
    const due = free ? await transaction.oneOrNone<Due>(find([at])) : null;
    if (!due) return false;
    const { forum_id, person_id, timing, until } = due;
    const recipient = await transaction.oneOrNone<Recipient>(lock([forum_id, person_id, timing]));
    if (!recipient) return true;
    await write(transaction, options, { due, recipient });
    await transaction.none(finish[timing]([forum_id, person_id, ...(timing === 'daily' ? [until] : [])]));
    return true;
  });
}

async function write(
  transaction: Executor,
  options: NoticeOptions,
  { due, recipient }: { due: Due; recipient: Recipient },
): Promise<void> {
  const { forum_id: id, person_id, timing, since, until } = due;
  const { email_folded, posts, reports, slug } = recipient;
  const isDaily = timing === 'daily';
  const values = [id, email_folded, since, until, posts, reports, MOST_DIALOGS];
  const sum = await transaction.one<Sum>(sumUp(values));
  const waiting = isDaily ? sum.open_reports + sum.waiting_long : 0;
  if (sum.posts + sum.reports + waiting === 0) return;
  const stop = await stopAddress(options, { ...recipient, id }, person_id);
  await options.mail.queue(transaction, {
    tenantId: recipient.account_id,
    cause: `staff-${timing}:${id}:${person_id}:${since}:${until}`,
    to: recipient.email,
    about: aboutSum(id, isDaily, person_id),
    since,
    unsubscribe: stop,
    ...writeSum(recipient, sum, { isDaily, ...deskAddresses(options.deskUrl, slug), stop }),
  });
}
