import { deleteSearchesOfTenant } from '@guidepost/desk/insights';
import { bumpRevision, type Executor, isUniqueViolation, sql } from '@guidepost/postgres';
import { deleteSynonyms, holdFeeding } from '@guidepost/search';
import { AppError } from '@guidepost/service-kit';
import { endPassedSessions } from '@guidepost/staff';
import { muteWebhooks } from '@guidepost/webhooks';
import { queueDialogsOf } from '../indexing/queue-dialogs.ts';
import { withdrawMailOfForum } from '../mail/mail-of-posts.ts';
import { FORUM_REVISIONS, type Forum, type ForumProperties } from '../model/forum.ts';
import { usualStates } from '../model/states.ts';
import { requireAccount } from './accounts.ts';
import { type Change, changeForum, lockOutPosts } from './change-forum.ts';
import { requireForum } from './find-forum.ts';
import type { ForumSettings } from './list-forums.ts';

export interface NewForum extends Pick<ForumProperties, 'name' | 'formal_name' | 'language' | 'topics'> {
  slug: string;
  account: string;
  /** The host of its knowledge base, in the other service. */
  guides?: string | undefined;
}

const insert = sql`
  insert into forums (account_id, slug, name, formal_name, language, topics, default_topic, guides, states)
  values ($1, $2, $3, $4, $5, $6::text[], ($6::text[])[1], $7, $8::jsonb)
  returning id
`;
const update = sql.file(new URL('./sql/update-forum.sql', import.meta.url));
const renderNames = sql`
  -- Names in Markdown lead to pages of the forum, whose address changes. Locked in order of id, as everywhere.
  with locked as materialized (
    select o.id
    from comments o
    where o.forum_id = $1 and o.markdown and o.text like '%@%'
    order by o.id
    for no key update
  )
  update comments o
  set renderer = 0
  from locked l
  where o.forum_id = $1 and o.id = l.id
`;
const removeDialogs = sql`
  -- Comments, votes, reports and addresses cascade, and with them all references to posters; search is queued. Locked
  -- in order of id, as for views, and before the search queue.
  with locked as materialized (
    select d.id
    from dialogs d
    where d.forum_id = $1
    order by d.id
    for update
  ),
  gone as (
    delete from dialogs d
    using locked l
    where d.forum_id = $1 and d.id = l.id
    returning d.id
  )
  select queue_for_search($1, array(select g.id from gone g)) as count
`;
const removeDeletedPosts = sql`
  delete from deleted_posts p
  where p.forum_id = $1
`;
const releaseStorage = sql`
  update accounts a
  set stored_bytes = a.stored_bytes - (select coalesce(sum(f.bytes), 0) from files f where f.forum_id = $1)
  from forums o
  where o.id = $1 and a.id = o.account_id
`;
const remove = sql`
  delete from forums
  where id = $1
`;

/** @throws AppError `conflict` when the slug is taken, `not-found` for the account */
export async function createForum(database: Executor, forum: NewForum): Promise<Forum> {
  const { slug, name, formal_name, language, topics, guides = '' } = forum;
  try {
    return await database.tx('create-forum', async (transaction) => {
      const account = await requireAccount(transaction, forum.account);
      const states = JSON.stringify(usualStates(language));
      const values = [account.id, slug, name, formal_name, language, topics, guides, states];
      const { id } = await transaction.one<{ id: number }>(insert(values));
      await bumpRevision(transaction, FORUM_REVISIONS, id);
      return requireForum(transaction, slug);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('conflict', `Forum ${slug} already exists.`, { cause: error });
  }
}

/**
 * @returns whether anything changed
 * @throws AppError `not-found`; `conflict` when the default topic would not be one of the topics
 */
export function setProperties(
  database: Executor,
  slug: string,
  properties: Partial<ForumSettings>,
): Promise<boolean> {
  return changeForum(database, slug, async (transaction, forum): Promise<Change<boolean>> => {
    const { topics, default_topic } = { ...forum, ...properties };
    if (!topics.includes(default_topic)) {
      const message = `The default topic, ${default_topic}, must be one of the topics, ${topics.join(', ')}.`;
      throw new AppError('conflict', message);
    }
    const { language = forum.language } = properties;
    if (language !== forum.language) {
      await holdFeeding(transaction);
      await queueDialogsOf(transaction, forum.id);
    }
    const { host = forum.host } = properties;
    if (host !== forum.host) await transaction.none(renderNames([forum.id]));
    const { guides = forum.guides } = properties;
    if (guides !== forum.guides) await endPassedSessions(transaction, forum.account_id);
    const values = [forum.id, ...settingsInOrder(properties)];
    const row = await transaction.oneOrNone(update(values)).catch((error: unknown) => {
      throw isUniqueViolation(error) ? hostTaken(host, error) : error;
    });
    return { changed: row !== null, result: row !== null };
  });
}

function hostTaken(host: string, cause: unknown): AppError {
  const message = `Another forum has the host name ${host}.`;
  return new AppError('conflict', message, { fields: { host: [message] }, cause });
}

/** In parameter order; null leaves a property unchanged. */
function settingsInOrder(properties: Partial<ForumSettings>): unknown[] {
  const { name, formal_name, intro_message, status_message, status_url, popup_header } = properties;
  const { thankyou_message, topics, default_topic, language, hold, allowed_origins } = properties;
  const { accent_color, foreign_images, host, attachments, guides, states } = properties;
  const texts = [
    name,
    formal_name,
    intro_message,
    status_message,
    status_url,
    popup_header,
    thankyou_message,
  ];
  const rules = [hold, allowed_origins, accent_color, foreign_images, host, attachments, guides];
  const json = states && JSON.stringify(states);
  return [...texts, topics, default_topic, language, ...rules, json].map((value) => value ?? null);
}

/** Deletes a forum and everything in it, also while people post to it. @throws AppError `not-found` */
export function deleteForum(database: Executor, slug: string): Promise<void> {
  return changeForum(database, slug, async (transaction, { id }) => {
    await lockOutPosts(transaction, id);
    await withdrawMailOfForum(transaction, id);
    await muteWebhooks(transaction);
    await transaction.one(removeDialogs([id]));
    await transaction.none(removeDeletedPosts([id]));
    await transaction.none(releaseStorage([id]));
    await bumpRevision(transaction, FORUM_REVISIONS, id);
    await transaction.none(remove([id]));
    await deleteSynonyms(transaction, id);
    await deleteSearchesOfTenant(transaction, id);
    // No revision is left to raise.
    return { changed: false, result: undefined };
  });
}
