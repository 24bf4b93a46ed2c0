import { type Executor, preparedStatement } from '@guidepost/postgres';
import { createBackgroundWork, type Logger, type Worker } from '@guidepost/service-kit';
import { aboutSum } from './about-notices.ts';
import { deskAddresses, stopAddress } from './addresses.ts';
import { type Sum, writeSum } from './letters.ts';
import type { NoticeOptions } from './tell-staff.ts';

interface Due {
  forum_id: number;
  person_id: number;
  timing: 'daily' | 'at-once';
  /** Of what is new. */
  since: string;
  until: string;
}

interface Recipient {
  /** What is wanted with this timing. */
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

const statement = (name: string) => preparedStatement(new URL(`./sql/${name}.sql`, import.meta.url));
const find = statement('find-due');
const lock = statement('lock-choice');
const sumUp = statement('sum-up');
const finish = { daily: statement('finish-daily'), 'at-once': statement('finish-summary') };

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
    const { free } = await transaction.one<{ free: boolean }>(
      'select pg_try_advisory_xact_lock($1) as free',
      [LOCK_KEY],
    );
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
