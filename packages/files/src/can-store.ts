import { access, constants } from 'node:fs/promises';
import { incomingDirectory } from './disk/disk-store.ts';
import { CLAIM, type FileStore } from './file-store.ts';

/** Whether a store answers, as far as can be told without writing to it. @param directory where uploads arrive */
export async function canStoreFiles(store: FileStore, directory?: string): Promise<boolean> {
  try {
    if (directory !== undefined) await access(incomingDirectory(directory), constants.W_OK);
    await store.sizeOf(CLAIM);
    return true;
  } catch {
    return false;
  }
}
