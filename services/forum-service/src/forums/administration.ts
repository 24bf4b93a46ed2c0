import { deleteSearchesOfTenant } from '@guidepost/insights';
import { bumpRevision, type Executor, isUniqueViolation, preparedStatement } from '@guidepost/postgres';
import { deleteSynonyms, holdFeeding } from '@guidepost/search';
import { AppError } from '@guidepost/service-kit';
import { muteWebhooks } from '@guidepost/webhooks';
import { requireAccount } from '../accounts/accounts.ts';
import { withdrawMailOfForum } from '../forum-mail/mail-of-posts.ts';
import { queueDialogsOf } from '../indexing/queue-dialogs.ts';
import { FORUM_REVISIONS, type Forum, type ForumProperties } from '../model/forum.ts';
import { type Change, changeForum } from './change-forum.ts';
import { requireForum } from './find-forum.ts';
import { lockOutPosts } from './lock-out-posts.ts';
import type { ForumSettings } from './overviews.ts';

export interface NewForum extends Pick<ForumProperties, 'name' | 'formal_name' | 'language' | 'topics'> {
  slug: string;
  account: string;
}

const insert = preparedStatement(new URL('./sql/create-forum.sql', import.meta.url));
const update = preparedStatement(new URL('./sql/update-forum.sql', import.meta.url));
const renderNames = preparedStatement(new URL('./sql/render-names-again.sql', import.meta.url));
const removeDialogs = preparedStatement(new URL('./sql/delete-dialogs.sql', import.meta.url));
const removeDeletedPosts = preparedStatement(new URL('./sql/delete-deleted-posts.sql', import.meta.url));
const releaseStorage = preparedStatement(new URL('./sql/release-storage.sql', import.meta.url));
const remove = preparedStatement(new URL('./sql/delete-forum.sql', import.meta.url));

/** @throws AppError `conflict` when the slug is taken, `not-found` for the account */
export async function createForum(database: Executor, forum: NewForum): Promise<Forum> {
  const { slug, name, formal_name, language, topics } = forum;
  try {
    return await database.tx('create-forum', async (transaction) => {
      const account = await requireAccount(transaction, forum.account);
      const values = [account.id, slug, name, formal_name, language, topics];
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
  const { accent_color, foreign_images, host, attachments } = properties;
  const texts = [
    name,
    formal_name,
    intro_message,
    status_message,
    status_url,
    popup_header,
    thankyou_message,
  ];
  const rules = [hold, allowed_origins, accent_color, foreign_images, host, attachments];
  return [...texts, topics, default_topic, language, ...rules].map((value) => value ?? null);
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
