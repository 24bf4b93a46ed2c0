import { buffer } from 'node:stream/consumers';
import type { FileStore } from './file-store.ts';

export type Copied = 'copied' | 'present' | 'missing';

/** Copies a file unless the target has it. @param file.size in bytes, as its row says */
export async function copyFile(
  from: FileStore,
  to: FileStore,
  { name, size }: { name: string; size: number },
): Promise<Copied> {
  if ((await to.sizeOf(name)) === size) return 'present';
  const bytes = await readFile(from, name);
  if (bytes?.length !== size) return 'missing';
  await to.put(name, bytes);
  return 'copied';
}

/** A whole file; undefined if there is none. */
export async function readFile(store: FileStore, name: string): Promise<Buffer | undefined> {
  const file = await store.open(name);
  return file && buffer(file.stream);
}
