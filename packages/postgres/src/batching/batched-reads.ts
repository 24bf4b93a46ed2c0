import type { ContentReader } from '../replica/content-reader.ts';
import type { BoundStatement } from '../sql/sql.ts';
import { type BatchForm, batchFormOf, bindTogether, keyOf, type Placed } from './batchable.ts';

interface Asked {
  statement: BoundStatement;
  answer(rows: unknown[]): void;
  refuse(error: unknown): void;
}

/** So many are sent at once, which bounds what a batch holds in memory, and what a statement that hangs holds up. */
const MOST = 16;

/**
 * Reads with one statement what several requests ask for while another statement of the same kind is under way, for the
 * same tenant and within the same limits. A lone request is sent at once. Whatever waits is sent after it was asked for,
 * so it reads nothing older than its request.
 */
export function createBatchedReads(database: ContentReader): ContentReader {
  /** Those that wait, for each kind of which a statement is under way. */
  const waiting = new Map<string, Asked[]>();

  function read<Row>(statement: BoundStatement): Promise<Row[]> {
    const batch = batchFormOf(statement);
    if (!batch) return database.any<Row>(statement);
    const key = keyOf(batch, statement);
    const others = waiting.get(key);
    if (others)
      return new Promise((answer, refuse) => {
        others.push({ statement, answer: answer as Asked['answer'], refuse });
        if (others.length === MOST) void readTogether(database, batch, others.splice(0));
      });
    waiting.set(key, []);
    return database.any<Row>(statement).finally(() => sendWaiting(key, batch));
  }

  function sendWaiting(key: string, batch: BatchForm): void {
    const next = waiting.get(key)?.splice(0) ?? [];
    if (next.length === 0) waiting.delete(key);
    else void readTogether(database, batch, next).finally(() => sendWaiting(key, batch));
  }

  return {
    any: read,
    one: (statement) => database.one(statement),
    async oneOrNone<Row>(statement: BoundStatement) {
      if (!batchFormOf(statement)) return database.oneOrNone<Row>(statement);
      const [row] = await read<Row>(statement);
      return row ?? null;
    },
  };
}

/** After an error each is asked for alone, so that one spoils no other. Never fails. */
async function readTogether(database: ContentReader, batch: BatchForm, asked: Asked[]): Promise<void> {
  if (asked.length > 1) {
    try {
      const statements = asked.map(({ statement }) => statement);
      distribute(await database.any(bindTogether(batch, statements)), asked);
      return;
    } catch {}
  }
  const alone = asked.map(({ statement, answer, refuse }) => database.any(statement).then(answer, refuse));
  await Promise.all(alone);
}

function distribute(rows: Placed<object>[], asked: Asked[]): void {
  const results = asked.map((): object[] => []);
  for (const { $place, ...row } of rows) results[$place - 1]?.push(row);
  for (const [index, { answer }] of asked.entries()) answer(results[index] ?? []);
}
