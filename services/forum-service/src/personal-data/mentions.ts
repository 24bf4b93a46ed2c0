import { type Database, type Executor, inSnapshot } from '@guidepost/postgres';
import type { Forum } from '../model/forum.ts';
import type { Person } from '../model/person.ts';
import { deleteBusyPosters } from '../people/posters.ts';
import { type Moderation, moderate } from '../tenants/moderate.ts';
import { MENTION_TABLES, type MentionTable } from './mention-tables.ts';

export interface Mentions {
  table: MentionTable;
  ids: number[];
}

export interface RemovalRequest {
  forum: Forum;
  person: Person;
  moderation: Moderation;
  signal?: AbortSignal;
}

/** Rows per batch; small, to keep posts from waiting. */
const BATCH_SIZE = 100;

/** Finds a person's e-mail address in all texts of a forum, by any author. */
export async function findMentions(
  executor: Executor,
  { id }: Forum,
  { mention }: Person,
): Promise<Mentions[]> {
  const found: Mentions[] = [];
  for (const table of MENTION_TABLES) {
    const rows = await executor.any<{ id: number }>(table.list([id, mention]));
    found.push({ table, ids: rows.map((row) => row.id) });
  }
  return found;
}

/**
 * Replaces a person's e-mail address in all texts of a forum, in batches. Repeats until there is none, since posts that
 * are deleted or restored meanwhile are in another table than they were when they were found.
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
  return inSnapshot(database, async (snapshot) => {
    const found = await findMentions(snapshot, forum, person);
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
    const busy = await moderate(database, moderation, async (transaction) => {
      const result = await table.remove(transaction, removal);
      const mentions = removal.ids.length;
      return { events: [{ details: { mentions } }], visible: true, result: result ?? [] };
    });
    await deleteBusyPosters(database, forum.id, busy);
  }
}
