import { type FileStore, readFile } from '@guidepost/files';
import { type Executor, preparedStatement } from '@guidepost/postgres';
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

const lock = preparedStatement(new URL('./sql/lock-moves.sql', import.meta.url));
const hasImagesInDatabase = preparedStatement(new URL('./sql/has-images-in-database.sql', import.meta.url));
const nextInDatabase = preparedStatement(new URL('./sql/next-in-database.sql', import.meta.url));
const nextInStore = preparedStatement(new URL('./sql/next-in-store.sql', import.meta.url));
const setBytes = preparedStatement(new URL('./sql/set-bytes.sql', import.meta.url));

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
