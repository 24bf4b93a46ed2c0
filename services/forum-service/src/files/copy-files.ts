import { type Copied, copyFile, type FileStore } from '@guidepost/files';
import { ENDINGS } from '@guidepost/files/types';
import { type Executor, sql } from '@guidepost/postgres';
import { findOrphans } from './clean-files.ts';
import { storedName } from './file-names.ts';

export interface CopyOptions {
  database: Executor;
  from: FileStore;
  to: FileStore;
  /** Ends the work between two files. */
  signal: AbortSignal;
  /** Called with the number of files; returns a function to call after each. */
  onStart: (files: number) => () => void;
}

export interface CopySummary {
  copied: number;
  bytes: number;
  /** How many the target had already. */
  present: number;
  /** Names of files that neither store has whole. */
  missing: string[];
}

interface Row {
  forum_id: number;
  token: string;
  media_type: string;
  bytes: number;
}

interface NamedFile {
  name: string;
  size: number;
}

const BATCH_SIZE = 1_000;
const AT_ONCE = 4;

/** A row may be older than the moment at which it becomes visible. */
const HOUR = 3_600_000;

const list = sql`
  -- Across tenants: an operator copies files from one store to another.
  -- Files posted since $3, of all forums, in batches of $4 after forum $1 and token $2.
  select f.forum_id, f.token, f.media_type, f.bytes
  from files f
  where (f.forum_id, f.token) > ($1::bigint, $2::text) and f.posted_at >= $3::timestamptz
  order by f.forum_id, f.token
  limit $4
`;
const count = sql`
  -- Across tenants: an operator copies files from one store to another.
  select count(*)::integer as files, now() as now
  from files
`;

/**
 * Copies the files of all forums to another store, unless it has them, and goes on with those that are posted meanwhile
 * until there is nothing left.
 * @throws AppError `unavailable`; what was copied stays
 */
export async function copyFiles(options: CopyOptions): Promise<CopySummary> {
  const { database, onStart } = options;
  const total: CopySummary = { copied: 0, bytes: 0, present: 0, missing: [] };
  const { files } = await database.one<{ files: number }>(count([]));
  const onFile = onStart(files);
  let since = new Date(0);
  let hasCopied = true;
  while (hasCopied) {
    const { now } = await database.one<{ now: Date }>(count([]));
    const pass = await copyPosted(options, { since, onFile });
    hasCopied = pass.copied > 0;
    total.copied += pass.copied;
    total.bytes += pass.bytes;
    // Later passes see files again that an earlier one has counted.
    if (since.getTime() === 0) Object.assign(total, { present: pass.present, missing: pass.missing });
    since = new Date(now.getTime() - HOUR);
  }
  const deleted = await findOrphans(database, total.missing);
  return { ...total, missing: total.missing.filter((name) => !deleted.has(name)) };
}

async function copyPosted(
  options: CopyOptions,
  { since, onFile }: { since: Date; onFile: () => void },
): Promise<CopySummary> {
  const { database, signal } = options;
  const pass: CopySummary = { copied: 0, bytes: 0, present: 0, missing: [] };
  let last: Pick<Row, 'forum_id' | 'token'> | undefined = { forum_id: 0, token: '' };
  while (last) {
    const rows: Row[] = await database.any<Row>(list([last.forum_id, last.token, since, BATCH_SIZE]));
    for (let start = 0; start < rows.length; start += AT_ONCE) {
      signal.throwIfAborted();
      const files = rows.slice(start, start + AT_ONCE).map(named);
      await Promise.all(
        files.map(async (file) => {
          record(pass, file, await copyFile(options.from, options.to, file));
          onFile();
        }),
      );
    }
    last = rows.at(-1);
  }
  return pass;
}

function named({ forum_id: forumId, token, media_type, bytes }: Row): NamedFile {
  return { name: storedName({ forumId, token, ending: ENDINGS[media_type] ?? '' }), size: bytes };
}

function record(pass: CopySummary, { name, size }: NamedFile, copied: Copied): void {
  if (copied === 'present') pass.present += 1;
  else if (copied === 'missing') pass.missing.push(name);
  else {
    pass.copied += 1;
    pass.bytes += size;
  }
}
