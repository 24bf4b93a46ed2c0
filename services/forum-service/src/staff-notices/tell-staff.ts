import type { Mail } from '@guidepost/mail';
import { type Database, type Executor, preparedStatement } from '@guidepost/postgres';
import { createBackgroundWork, type Logger, type Worker } from '@guidepost/service-kit';
import type { PostPlace } from '../forum-mail/about.ts';
import { BATCH_SIZE, tellNext } from '../forum-mail/tell-next.ts';
import { foldEmail } from '../model/email.ts';
import { aboutNewsTo } from './about-notices.ts';
import { deskAddresses, type NoticeOrigins, stopAddress } from './addresses.ts';
import { type News, writeNews } from './letters.ts';

export interface NoticeOptions extends NoticeOrigins {
  database: Database;
  mail: Mail;
}

interface NewsRow extends PostPlace {
  id: number;
  forum_id: number;
  /** Null for a post. */
  report_id: number | null;
  told_to: number;
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

/** Milliseconds between polls. */
const PAUSE = 1_000;

/** Messages at once in an hour, about a forum to a person. */
const MOST_MESSAGES = 10;

const statement = (name: string) => preparedStatement(new URL(`./sql/${name}.sql`, import.meta.url));
const take = statement('take-news');
const readDialog = statement('read-dialog');
const readComment = statement('read-comment');
const readReport = statement('read-report');
const listRecipients = statement('list-recipients');
const countMessage = statement('count-message');
const noteTold = statement('note-told');
const finish = statement('delete-news');

/** Writes to staff about posts and reports, apart from the post, which must not wait for it. */
export function createTellStaff(options: NoticeOptions, logger: Logger): Worker {
  return createBackgroundWork({
    work: () => tellStaff(options),
    pause: PAUSE,
    onFailure: (err) => logger.warn({ err }, 'staff cannot be notified of posts at the moment'),
    onRecovery: () => logger.info('staff are notified of posts again'),
  });
}

/**
 * Queues the mail about one post or report to some of those who want it at once.
 * @returns whether there was one
 */
export function tellStaff(options: NoticeOptions): Promise<boolean> {
  return tellNext<NewsRow>(options.database, {
    name: 'tell-staff',
    take,
    tellSome: (transaction, row) => tellSome(transaction, options, row),
    noteTold,
    finish,
  });
}

async function tellSome(transaction: Executor, options: NoticeOptions, row: NewsRow): Promise<Recipient[]> {
  const news = await read(transaction, row);
  if (!news) return [];
  const author = news.author_email === null ? null : foldEmail(news.author_email);
  const kind = row.report_id === null ? 'posts' : 'reports';
  const values = [row.forum_id, kind, row.told_to, author, BATCH_SIZE];
  const people = await transaction.any<Recipient>(listRecipients(values));
  for (const person of people) await tell(transaction, options, { row, news, person });
  return people;
}

function read(transaction: Executor, { forum_id, dialog_id, comment_id, report_id }: NewsRow) {
  if (report_id !== null) return transaction.oneOrNone<FoundNews>(readReport([forum_id, report_id]));
  return transaction.oneOrNone<FoundNews>(
    comment_id === null ? readDialog([forum_id, dialog_id]) : readComment([forum_id, comment_id]),
  );
}

async function tell(
  transaction: Executor,
  options: NoticeOptions,
  { row, news, person }: { row: NewsRow; news: FoundNews; person: Recipient },
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
    ...writeNews(news, { isReport: row.report_id !== null, desk, stop }),
  });
}
