import { cleanStore, type FileStore } from '@guidepost/files';
import { createSecret, type Executor, sql } from '@guidepost/postgres';
import { createBackgroundWork, type Logger, type Worker } from '@guidepost/service-kit';
import { parseStoredName } from './image-store.ts';

const DAY = 24 * 3_600_000;

const listKnown = sql`
  -- Which images exist, by knowledge bases $1 and tokens $2. Those of one that has moved are used elsewhere.
  select f.knowledge_base_id, f.token
  from files f
  join unnest($1::bigint[], $2::text[]) as asked (knowledge_base_id, token) using (knowledge_base_id, token)
  union
  select asked.knowledge_base_id, asked.token
  from unnest($1::bigint[], $2::text[]) as asked (knowledge_base_id, token)
  join tenant_moves m on asked.knowledge_base_id = any(m.files_of)
`;

/**
 * Deletes images from the store a day after their rows.
 * @throws AppError `conflict` when the store belongs to another database, `unavailable`
 */
export async function cleanImages(database: Executor, store: FileStore, now = Date.now()): Promise<void> {
  // Used as an id, not a secret: created once per database and restored with it.
  const owner = (await createSecret(database, { name: 'files', configured: undefined })()).toString('hex');
  const keep = (names: readonly string[]) => findKept(database, names);
  await cleanStore(store, { owner, before: new Date(now - DAY), keep });
}

/** Images with a row, and whatever is not named as we name images. */
async function findKept(database: Executor, names: readonly string[]): Promise<Set<string>> {
  const parsed = names.map((name) => ({ name, ours: parseStoredName(name) }));
  const ours = parsed.flatMap((one) => one.ours ?? []);
  const columns = [ours.map(({ knowledgeBaseId }) => knowledgeBaseId), ours.map(({ token }) => token)];
  const rows = await database.any<{ knowledge_base_id: number; token: string }>(listKnown(columns));
  const known = new Set(rows.map(({ knowledge_base_id, token }) => `${knowledge_base_id} ${token}`));
  const kept = parsed.filter(
    (one) => !one.ours || known.has(`${one.ours.knowledgeBaseId} ${one.ours.token}`),
  );
  return new Set(kept.map(({ name }) => name));
}

export function createImageCleaning(database: Executor, store: FileStore, logger: Logger): Worker {
  return createBackgroundWork({
    work: async () => {
      await cleanImages(database, store);
      return false;
    },
    pause: DAY,
    onFailure: (err) => logger.warn({ err }, 'cannot delete orphaned images'),
    onRecovery: () => logger.info('orphaned images are being deleted again'),
  });
}
