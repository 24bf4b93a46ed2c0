import { type FileStore, readFile } from '@guidepost/files';
import { type Executor, sql } from '@guidepost/postgres';
import { createBackgroundWork, type Logger, type Worker } from '@guidepost/service-kit';
import { type ImageName, storedName } from './image-store.ts';

/** Where to go on. */
type Position = Pick<ImageRow, 'knowledge_base_id' | 'id'>;

interface ImageRow extends ImageName {
  id: number;
}

export interface Moved {
  position: Position;
  name: string;
  /** Undefined if the store does not have them. */
  bytes: number | undefined;
}

const START: Position = { knowledge_base_id: 0, id: 0 };

/** Milliseconds between looks for new images. */
const PAUSE = 5_000;

const lock = sql`
  -- One image is moved at a time, by whichever instance or command.
  select pg_advisory_xact_lock(hashtextextended('guidepost images', 0))
`;
const hasImagesInDatabase = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- Not those of a knowledge base that is still arriving from another database.
  select exists (
    select from files f join knowledge_bases k on k.id = f.knowledge_base_id where f.bytes is not null
  ) as waiting
`;
const nextInDatabase = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- The first image after $1 and $2 whose bytes are in the database.
  select f.knowledge_base_id, f.id, f.token, f.media_type, f.bytes
  from files f
  join knowledge_bases k on k.id = f.knowledge_base_id
  where (f.knowledge_base_id, f.id) > ($1::bigint, $2::bigint) and f.bytes is not null
  order by f.knowledge_base_id, f.id
  limit 1
`;
const nextInStore = sql`
  -- Across tenants: an operator copies files from one store to another.
  -- The first image after $1 and $2 whose bytes are in the object store.
  select f.knowledge_base_id, f.id, f.token, f.media_type
  from files f
  where (f.knowledge_base_id, f.id) > ($1::bigint, $2::bigint) and f.bytes is null
  order by f.knowledge_base_id, f.id
  limit 1
`;
const setBytes = sql`
  update files f
  set bytes = $3
  where f.knowledge_base_id = $1 and f.id = $2
  returning f.id
`;

/**
 * Moves the next image from the database to the store: written there first, so that every row leads to bytes.
 * @returns undefined if there is none
 * @throws AppError `unavailable`; then nothing has changed
 */
export async function moveToStore(database: Executor, store: FileStore): Promise<Moved | undefined> {
  const values = [START.knowledge_base_id, START.id];
  const { waiting } = await database.one<{ waiting: boolean }>(hasImagesInDatabase([]));
  if (!waiting) return undefined;
  return database.tx('move-image', async (transaction) => {
    await transaction.any(lock([]));
    const row = await transaction.oneOrNone<ImageRow & { bytes: Buffer }>(nextInDatabase(values));
    if (!row) return undefined;
    await store.put(storedName(row), row.bytes);
    await transaction.oneOrNone(setBytes([row.knowledge_base_id, row.id, null]));
    return { position: row, name: storedName(row), bytes: row.bytes.length };
  });
}

/** Copies the next image back into the database. The store keeps its own. */
export function copyToDatabase(
  database: Executor,
  store: FileStore,
  after: Position = START,
): Promise<Moved | undefined> {
  return database.tx('copy-image', async (transaction) => {
    await transaction.any(lock([]));
    const row = await transaction.oneOrNone<ImageRow>(nextInStore([after.knowledge_base_id, after.id]));
    if (!row) return undefined;
    const bytes = await readFile(store, storedName(row));
    if (bytes) await transaction.oneOrNone(setBytes([row.knowledge_base_id, row.id, bytes]));
    return { position: row, name: storedName(row), bytes: bytes?.length };
  });
}

/** Uploads and imports write to the database, and never wait for the store. */
export function createImageMoves(database: Executor, store: FileStore, logger: Logger): Worker {
  return createBackgroundWork({
    work: async () => (await moveToStore(database, store)) !== undefined,
    pause: PAUSE,
    onFailure: (err) =>
      logger.warn({ err }, 'new images stay in the database until the object store is back'),
    onRecovery: () => logger.info('images are moved to the object store again'),
  });
}
