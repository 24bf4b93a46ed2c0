import type { ContentReader } from '../connection/database.ts';
import type { BoundStatement } from '../sql/sql.ts';

/** A statement that answers several requests, which differ in some parameters only. */
interface BatchForm {
  name: string;
  text: string;
  /** Which values differ, by index; they are bound as arrays. */
  each: readonly number[];
}

/** By the name of the statement for one request, to which the driver lets nothing be added. */
const forms = new Map<string, BatchForm>();

/** The type of each parameter that may differ, by number: `{ 2: 'bigint' }`. */
type EachType = Readonly<Record<number, string>>;

/** The request that a row of a batch answers, from 1. */
type Placed<Row> = Row & { $place: number };

interface Asked {
  statement: BoundStatement;
  answer(rows: unknown[]): void;
  refuse(error: unknown): void;
}

/** So many are sent at once, which bounds what a batch holds in memory, and what a statement that hangs holds up. */
const MOST = 16;

/**
 * Reads with one statement what several requests ask for while another statement of the same kind is under way, for the
 * same tenant and within the same limits. A lone request is sent at once. Whatever waits is sent after it was asked
 * for, so it reads nothing older than its request.
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

/**
 * Lets {@link createBatchedReads} answer simultaneous requests with one statement, made of the text of a prepared one.
 * Its text must contain no `$` but those of its parameters.
 */
export function batchable(
  bind: (values: unknown[]) => BoundStatement,
  each: EachType,
): (values: unknown[]) => BoundStatement {
  const { name = '', text } = bind([]);
  forms.set(name, {
    name: `b-${name}`.slice(0, 63),
    text: textFor(text, each),
    each: Object.keys(each).map((number) => Number(number) - 1),
  });
  return bind;
}

function batchFormOf({ name = '' }: BoundStatement): BatchForm | undefined {
  return forms.get(name);
}

/** The statement for each row of the arrays, in their order; those without a result have no row. */
function textFor(text: string, each: EachType): string {
  const types = Object.entries(each);
  const own = text
    .trimEnd()
    .replace(/\$(\d+)/g, (parameter, number) => (number in each ? `asked."${parameter}"` : parameter));
  const arrays = types.map(([number, type]) => `$${number}::${type}[]`);
  const columns = types.map(([number]) => `"$${number}"`);
  return `select asked.place as "$place", content.*
from unnest(${arrays}) with ordinality asked (${columns}, place)
cross join lateral (
${own}
) content`;
}

/** One statement for all of these, whose other values are the same. */
function bindTogether({ name, text, each }: BatchForm, statements: BoundStatement[]): BoundStatement {
  const [first] = statements;
  const values = (first?.values ?? []).map((value, index) =>
    each.includes(index) ? statements.map(({ values: own }) => own[index]) : value,
  );
  return { name, text, values };
}

/** Statements with the same key can be bound together. */
function keyOf({ name, each }: BatchForm, { values }: BoundStatement): string {
  return JSON.stringify([name, ...values.filter((_, index) => !each.includes(index))]);
}
