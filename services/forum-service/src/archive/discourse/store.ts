import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Value } from './dump/copy-reader.ts';
import { columnsOf, DUMP_TABLES, type DumpTableName } from './dump/dump-tables.ts';

/** A former forum in a temporary database, in which its tables can be joined. */
export interface Store {
  /** @param values of the columns of the table; those that are missing are null */
  add(table: DumpTableName, values: readonly (Value | number)[]): void;
  /** Call when all rows are added, or before if some are replaced. */
  index(): void;
  run(statement: string, ...values: SQLInputValue[]): void;
  all<Row>(statement: string, ...values: SQLInputValue[]): Row[];
  /** Streams the rows. */
  each<Row>(statement: string, ...values: SQLInputValue[]): IterableIterator<Row>;
  get<Row>(statement: string, ...values: SQLInputValue[]): Row | undefined;
  close(): void;
}

/** Numbers, so that they are joined and compared as such. */
const NUMBERS = /^id$|_id$|_count$|_number$|^(?:post_type|views|status|results|size)$/;

/** Rows that are written together. */
const BATCH = 20_000;

/** The columns by which rows are found. */
const INDEXES = [
  'posts (topic_id, post_number)',
  'users (id)',
  'users (username_lower)',
  'user_emails (user_id)',
  'topics (id)',
  'topic_tags (topic_id)',
  'post_actions (post_id)',
  'uploads (sha1)',
  'uploads (url)',
  'topic_voting_votes (topic_id)',
  'permalinks (topic_id)',
  'permalinks (post_id)',
  'discourse_solved_solved_topics (topic_id)',
  'discourse_solved_topic_answers (solved_topic_id)',
  'topic_custom_fields (topic_id)',
  'discourse_voting_votes (topic_id)',
  'users (name)',
  'categories (id)',
  'archived_files (name)',
  'polls (post_id)',
  'poll_options (poll_id)',
  'poll_votes (poll_option_id)',
];

/** @param path a new file; nothing of it needs to outlive the process */
export function createStore(path: string): Store {
  const database = new DatabaseSync(path);
  database.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -32000');
  const inserts = new Map<DumpTableName, StatementSync>();
  const prepared = new Map<string, StatementSync>();
  let waiting = 0;

  for (const table of Object.keys(DUMP_TABLES) as DumpTableName[]) {
    const columns = columnsOf(table).map(
      (column) => `"${column}" ${NUMBERS.test(column) ? 'integer' : 'text'}`,
    );
    // SQLite folds the letters of English only; names of other scripts are folded where they are added.
    if (table === 'users') columns.push('username_lower text');
    database.exec(`create table ${table} (${columns.join(', ')})`);
    const marks = columns.map(() => '?').join(', ');
    inserts.set(table, database.prepare(`insert into ${table} values (${marks})`));
  }
  // Files of the backup: the name of each, or of the one that it shares its content with.
  database.exec('create table archived_files (name text, content text, size integer)');
  database.exec('begin');

  function statement(text: string): StatementSync {
    const known = prepared.get(text) ?? database.prepare(text);
    prepared.set(text, known);
    return known;
  }

  return {
    add(table, values) {
      const folded = table === 'users' ? [...values, String(values[1] ?? '').toLowerCase()] : values;
      inserts.get(table)?.run(...folded);
      waiting += 1;
      if (waiting % BATCH === 0) database.exec('commit; begin');
    },
    index() {
      database.exec('commit; begin');
      for (const [number, columns] of INDEXES.entries())
        database.exec(`create index i${number} on ${columns}`);
    },
    run: (text, ...values) => void statement(text).run(...values),
    all: <Row>(text: string, ...values: SQLInputValue[]) => statement(text).all(...values) as Row[],
    each: <Row>(text: string, ...values: SQLInputValue[]) =>
      database.prepare(text).iterate(...values) as IterableIterator<Row>,
    get: <Row>(text: string, ...values: SQLInputValue[]) => statement(text).get(...values) as Row | undefined,
    close: () => database.close(),
  };
}
