import type { FileStore } from '@guidepost/files';
import { AppError } from '@guidepost/service-kit';
import { type StoredName, storedName } from './stored-name.ts';

/** Deletes a file whose row is gone. While the store is away, it is left to the daily cleaning. */
export async function discardFile(files: FileStore, name: StoredName): Promise<void> {
  try {
    await files.delete(storedName(name));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}
