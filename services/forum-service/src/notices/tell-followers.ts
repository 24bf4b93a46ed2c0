import type { Mail } from '@guidepost/mail';
import { type Database, type Executor, type Secret, sql } from '@guidepost/postgres';
import { aboutAnswer } from '../mail/mail-of-posts.ts';
import { stopTokenOf } from '../mail/mailed-links.ts';
import { BATCH_SIZE, createNotifier, type NewsRow, type Notifier, TAKE_NEXT } from '../mail/notifier.ts';
import { type Addresses, createAddresses } from '../model/addresses.ts';
import { createIdentityHash } from '../model/identity.ts';
import { foldEmail } from '../model/person.ts';
import { noteUntold } from '../posts/news-for-followers.ts';
import { type Answer, writeAnswer } from './write-notices.ts';

export interface TellingOptions {
  database: Database;
  secret: Secret;
  mail: Mail;
  publicUrl: string;
}

interface NewAnswer extends NewsRow {
  dialog_id: number;
  comment_id: number;
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

const take = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  select n.id, n.forum_id, n.dialog_id, n.comment_id, n.told_to
  from new_answers n
  ${TAKE_NEXT}
`;
const read = sql`
  -- No row for what is archived, held or deleted meanwhile. Locked, so that a deletion waits and then withdraws the
  -- mail.
  select f.account_id, f.slug, f.host, f.name as forum, f.language, d.title, c.author_name, c.text, c.markdown, p.email as author_email
  from comments c
  join dialogs d on d.forum_id = c.forum_id and d.id = c.dialog_id
  join posters p on p.forum_id = c.forum_id and p.id = c.poster_id
  join forums f on f.id = c.forum_id
  where c.forum_id = $1 and c.id = $2 and not c.held and not d.held and not d.archived
  for key share of d, c
`;
const listFollowers = sql`
  -- Up to $5 confirmed followers of the dialog $2 after the follower $3, without the person $4.
  select f.id, f.email
  from followers f
  where f.forum_id = $1 and f.dialog_id = $2 and f.confirmed and f.id > $3 and f.person is distinct from $4
  order by f.id
  limit $5
`;

const notifier = createNotifier<NewAnswer, TellingOptions>({
  people: 'followers',
  subject: 'answers',
  table: sql.identifier('new_answers'),
  take,
  notifySome,
});

/** Writes to the followers of dialogs that were answered, apart from the post, which must not wait for them. */
export const createTellFollowers: Notifier<TellingOptions>['createWorker'] = notifier.createWorker;

/** Queues the mail about one answer to some of its followers. @returns whether there was an answer */
export const tellFollowers = notifier.notifyNext;

async function notifySome(
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

/** Null for an answer that has been deleted; followers are told of it once it is restored. */
async function findAnswer(transaction: Executor, row: NewAnswer): Promise<FoundAnswer | null> {
  const find = () => transaction.oneOrNone<FoundAnswer>(read([row.forum_id, row.comment_id]));
  const answer = await find();
  if (answer) return answer;
  await noteUntold(transaction, row.forum_id, row);
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
