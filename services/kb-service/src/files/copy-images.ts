import type { FileStore } from '@guidepost/files';
import { type Executor, sql } from '@guidepost/postgres';
import { copyToDatabase, type Moved, moveToStore } from './move-images.ts';

export type ImagePlace = 'database' | 's3';

export interface CopyOptions {
  database: Executor;
  store: FileStore;
  to: ImagePlace;
  /** Ends the work between two images. */
  signal: AbortSignal;
  /** Called with the number of images to copy; returns a function to call after each. */
  onStart: (images: number) => () => void;
}

export interface CopySummary {
  copied: number;
  bytes: number;
  /** How many the target had already. */
  present: number;
  /** Names of images that the store should have, and has not. */
  missing: string[];
}

const count = sql`
  -- Across tenants: an operator copies files from one store to another.
  select
    (count(*) filter (where f.bytes is not null))::integer as in_database,
    (count(*) filter (where f.bytes is null))::integer as in_store
  from files f
`;

/**
 * Copies the images of all knowledge bases to the store or the database, and those that are uploaded meanwhile. They
 * are read from the target from then on.
 * @throws AppError `unavailable`; what was copied stays
 */
export async function copyImages(options: CopyOptions): Promise<CopySummary> {
  const { database, store, to, signal, onStart } = options;
  const { in_database, in_store } = await database.one<{ in_database: number; in_store: number }>(count([]));
  const [present, waiting] = to === 's3' ? [in_store, in_database] : [in_database, in_store];
  const onImage = onStart(waiting);
  const summary: CopySummary = { copied: 0, bytes: 0, present, missing: [] };
  const next = (last?: Moved) =>
    to === 's3' ? moveToStore(database, store) : copyToDatabase(database, store, last?.position);
  for (let moved = await next(); moved; moved = await next(moved)) {
    if (moved.bytes === undefined) summary.missing.push(moved.name);
    else summary.copied += 1;
    summary.bytes += moved.bytes ?? 0;
    onImage();
    signal.throwIfAborted();
  }
  return summary;
}
