import { AppError } from '@guidepost/service-kit';
import { CLAIM, type FileStore } from './file-store.ts';

export interface StoreCleaning {
  /** Identifies the database; another one, such as an empty one to be restored, would take all files for orphans. */
  owner: string;
  /** Older files may be deleted. */
  before: Date;
  /** Those of these names that must stay: files with a row, and files that are not ours. */
  keep(names: readonly string[]): Promise<ReadonlySet<string>>;
}

const BATCH_SIZE = 1_000;

/**
 * Deletes files that no row is for.
 * @returns how many
 * @throws AppError `conflict` when the store belongs to another database, `unavailable`
 */
export async function cleanStore(store: FileStore, { owner, before, keep }: StoreCleaning): Promise<number> {
  if ((await store.claim(owner)) !== owner) throw new AppError('conflict', describeOther(store.place));
  let deleted = 0;
  for await (const names of batches(store, before)) {
    const kept = await keep(names);
    for (const name of names.filter((one) => !kept.has(one))) {
      await store.delete(name);
      deleted += 1;
    }
  }
  return deleted;
}

function describeOther(place: string): string {
  return `The files in ${place} belong to another database. If that database no longer exists, delete ${place}/${CLAIM}.`;
}

async function* batches(store: FileStore, before: Date): AsyncGenerator<string[]> {
  let names: string[] = [];
  for await (const { name, changedAt } of store.list()) {
    if (changedAt < before) names.push(name);
    if (names.length < BATCH_SIZE) continue;
    yield names;
    names = [];
  }
  if (names.length > 0) yield names;
}
