import { type Database, type Executor, preparedStatement } from '@guidepost/postgres';
import { type Moderation, moderate } from '../../audit/moderate.ts';
import { forgetDeleted } from '../../deleted-posts/forget-deleted.ts';
import { contentHash } from '../../dialogs/content-hash.ts';
import { lockExistingDialogs } from '../../dialogs/lock-dialogs.ts';
import { queueChanged } from '../../indexing/queue-dialogs.ts';
import type { Forum } from '../../model/forum.ts';
import type { Person } from '../../model/person.ts';
import { type StoredText, writeHtml } from '../../rendering/rerender-texts.ts';
import {
  AUDIT_DETAILS,
  CANNED_TEXTS,
  COMMENT_TEXTS,
  DELETED_ROWS,
  DIALOG_TEXTS,
  FILE_NAMES,
  type MentionTable,
  ORIGINALS,
  REFUSALS,
  REPORT_TEXTS,
  TAG_NAMES,
  VOTE_TEXTS,
} from './mention-tables.ts';

type MentionList = Pick<MentionTable, 'list'>;

export interface Mentions {
  table: MentionList;
  ids: number[];
}

interface Removal {
  forum: Forum;
  person: Person;
  ids: readonly number[];
}

export interface RemovalRequest {
  forum: Forum;
  person: Person;
  moderation: Moderation;
  signal?: AbortSignal;
}

type TextRow = StoredText & { dialog_id: number };
type DialogRow = StoredText & { title: string };

/** Replaces the address. No address is shorter, so no text grows. */
const OMISSION = '[…]';

/** Rows per batch; small, to keep posts from waiting. */
const BATCH_SIZE = 100;

const updateContentHash = preparedStatement(new URL('./sql/update-content-hash.sql', import.meta.url));
const listTagged = preparedStatement(new URL('./sql/list-tagged.sql', import.meta.url));
const deleteTags = preparedStatement(new URL('./sql/delete-tags.sql', import.meta.url));

const CHANGES = new Map<MentionList, (transaction: Executor, removal: Removal) => Promise<unknown>>([
  [DIALOG_TEXTS, changeDialogs],
  [COMMENT_TEXTS, changeComments],
  [TAG_NAMES, removeTags],
  [DELETED_ROWS, (transaction, { forum, ids }) => forgetDeleted(transaction, forum.id, ids)],
  ...[VOTE_TEXTS, REPORT_TEXTS, ORIGINALS, CANNED_TEXTS, REFUSALS, AUDIT_DETAILS, FILE_NAMES].map(
    (table) =>
      [table, (transaction: Executor, removal: Removal) => change(transaction, table, removal)] as const,
  ),
]);

/** Finds a person's e-mail address in all texts of a forum, by any author. */
export async function findMentions(
  executor: Executor,
  { id }: Forum,
  { mention }: Person,
): Promise<Mentions[]> {
  const found: Mentions[] = [];
  for (const table of CHANGES.keys()) {
    const rows = await executor.any<{ id: number }>(table.list([id, mention]));
    found.push({ table, ids: rows.map((row) => row.id) });
  }
  return found;
}

/**
 * Replaces a person's e-mail address in all texts of a forum, in batches. Repeats until there is none, since posts that are
 * deleted or restored meanwhile are in another table than they were when they were found.
 * @returns the number of changed rows
 */
export async function removeMentions(database: Database, request: RemovalRequest): Promise<number> {
  let count = 0;
  for (;;) {
    const found = await findAtOnce(database, request);
    if (found.length === 0) return count;
    for (const mentions of found) await removeFound(database, request, mentions);
    count += found.reduce((sum, { ids }) => sum + ids.length, 0);
  }
}

/** In one snapshot, so that a post that moves from one table to another is in either. */
function findAtOnce(database: Database, { forum, person }: RemovalRequest): Promise<Mentions[]> {
  return database.tx('find-mentions', async (transaction) => {
    await transaction.none('set transaction isolation level repeatable read, read only');
    const found = await findMentions(transaction, forum, person);
    return found.filter(({ ids }) => ids.length > 0);
  });
}

async function removeFound(
  database: Database,
  { forum, person, moderation, signal }: RemovalRequest,
  { table, ids }: Mentions,
): Promise<void> {
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    signal?.throwIfAborted();
    const removal = { forum, person, ids: ids.slice(start, start + BATCH_SIZE) };
    await moderate(database, moderation, async (transaction) => {
      await CHANGES.get(table)?.(transaction, removal);
      const mentions = removal.ids.length;
      return { events: [{ details: { mentions } }], visible: true, result: undefined };
    });
  }
}

function change<Row>(
  transaction: Executor,
  table: MentionTable,
  { forum, person, ids }: Removal,
): Promise<Row[]> {
  return transaction.any<Row>(table.change([forum.id, person.mention, ids, OMISSION]));
}

async function changeDialogs(transaction: Executor, removal: Removal): Promise<void> {
  const { forum, ids } = removal;
  await lockExistingDialogs(transaction, forum.id, ids);
  const dialogs = await change<DialogRow>(transaction, DIALOG_TEXTS, removal);
  await writeHtml(transaction, { table: 'dialogs', texts: dialogs });
  for (const { id, title, text } of dialogs) {
    await transaction.none(updateContentHash([forum.id, id, contentHash(title, text)]));
  }
  await queueChanged(transaction, forum.id, ids);
}

async function changeComments(transaction: Executor, removal: Removal): Promise<void> {
  const comments = await change<TextRow>(transaction, COMMENT_TEXTS, removal);
  await writeHtml(transaction, { table: 'comments', texts: comments });
  const dialogs = new Set(comments.map(({ dialog_id }) => dialog_id));
  await queueChanged(transaction, removal.forum.id, [...dialogs]);
}

/** A tag that contains an address is deleted. */
async function removeTags(transaction: Executor, { forum, ids }: Removal): Promise<void> {
  const tagged = await transaction.any<{ dialog_id: number }>(listTagged([forum.id, ids]));
  await transaction.none(deleteTags([forum.id, ids]));
  const dialogs = tagged.map(({ dialog_id }) => dialog_id);
  await queueChanged(transaction, forum.id, dialogs);
}
