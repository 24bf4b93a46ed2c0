import type { Mail } from '@guidepost/mail';
import { type Database, type Executor, preparedStatement, type Secret } from '@guidepost/postgres';
import { createBackgroundWork, type Logger, type Worker } from '@guidepost/service-kit';
import { noteUnmailed } from '../deleted-posts/keep-deleted.ts';
import { aboutAnswer } from '../forum-mail/about.ts';
import { BATCH_SIZE, tellNext } from '../forum-mail/tell-next.ts';
import { stopTokenOf } from '../forum-mail/tokens.ts';
import { type Addresses, createAddresses } from '../model/addresses.ts';
import { foldEmail } from '../model/email.ts';
import { createIdentityHash } from '../posters/identity.ts';
import { type Answer, writeAnswer } from './letters.ts';

export interface TellingOptions {
  database: Database;
  secret: Secret;
  mail: Mail;
  publicUrl: string;
}

interface NewAnswer {
  id: number;
  forum_id: number;
  dialog_id: number;
  comment_id: number;
  told_to: number;
}

interface FoundAnswer extends Answer {
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

const take = preparedStatement(new URL('./sql/take-answer.sql', import.meta.url));
const read = preparedStatement(new URL('./sql/read-answer.sql', import.meta.url));
const listFollowers = preparedStatement(new URL('./sql/list-followers.sql', import.meta.url));
const noteTold = preparedStatement(new URL('./sql/note-told.sql', import.meta.url));
const finish = preparedStatement(new URL('./sql/delete-answer.sql', import.meta.url));

/** Writes to the followers of dialogs that were answered, apart from the post, which must not wait for them. */
export function createTellFollowers(options: TellingOptions, logger: Logger): Worker {
  return createBackgroundWork({
    work: () => tellFollowers(options),
    pause: PAUSE,
    onFailure: (err) => logger.warn({ err }, 'followers cannot be notified of answers at the moment'),
    onRecovery: () => logger.info('followers are notified of answers again'),
  });
}

/**
 * Queues the mail about one answer to some of its followers.
 * @returns whether there was an answer
 */
export function tellFollowers(options: TellingOptions): Promise<boolean> {
  return tellNext<NewAnswer>(options.database, {
    name: 'tell-followers',
    take,
    tellSome: (transaction, row) => tellSome(transaction, options, row),
    noteTold,
    finish,
  });
}

async function tellSome(
  transaction: Executor,
  options: TellingOptions,
  row: NewAnswer,
): Promise<Recipient[]> {
  const answer = await findAnswer(transaction, row);
  if (!answer) return [];
  const hash = createIdentityHash(await options.secret(), row.forum_id);
  const author = answer.author_email === null ? null : hash('person', foldEmail(answer.author_email));
  const values = [row.forum_id, row.dialog_id, row.told_to, author, BATCH_SIZE];
  const followers = await transaction.any<Recipient>(listFollowers(values));
  const addresses = createAddresses(options.publicUrl, answer);
  for (const follower of followers) await tell(transaction, options, { row, answer, addresses, follower });
  return followers;
}

/** Of one that has been deleted, followers are told once it is restored. */
async function findAnswer(transaction: Executor, row: NewAnswer): Promise<FoundAnswer | null> {
  const find = () => transaction.oneOrNone<FoundAnswer>(read([row.forum_id, row.comment_id]));
  const answer = await find();
  if (answer) return answer;
  await noteUnmailed(transaction, row.forum_id, row);
  // It may just have been restored.
  return find();
}

interface Told {
  row: NewAnswer;
  answer: FoundAnswer;
  addresses: Addresses;
  follower: Recipient;
}

async function tell(
  transaction: Executor,
  { mail, secret }: TellingOptions,
  { row, answer, addresses, follower }: Told,
): Promise<void> {
  const { forum_id: forumId, dialog_id, comment_id } = row;
  const stop = addresses.stopMail(follower.id, await stopTokenOf(secret, { forumId, id: follower.id }));
  const comment = addresses.commentPage(dialog_id, comment_id);
  await mail.queue(transaction, {
    tenantId: answer.account_id,
    cause: `answer:${forumId}:${comment_id}:${follower.id}`,
    to: follower.email,
    about: aboutAnswer(forumId, { dialog_id, comment_id }),
    thread: `dialog-${dialog_id}.forum-${forumId}`,
    unsubscribe: stop,
    ...writeAnswer(answer, { comment, stop }),
  });
}
