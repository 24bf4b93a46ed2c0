import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

export type StoreKind = 'disk' | 's3';

/** A whole file: in memory, or on the disk, from where a store may move it. */
export type FileContent = Uint8Array | { path: string };

/** Both inclusive, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface OpenFile {
  /** The size of the whole file, in bytes. */
  size: number;
  /** To be read to its end or destroyed. */
  stream: Readable;
}

export interface ListedFile {
  name: string;
  changedAt: Date;
}

export interface SignedAccess {
  method: 'GET' | 'HEAD';
  contentType: string;
  contentDisposition: string;
}

/**
 * Files under names of up to 200 letters, digits, `-`, `_` and `.`. Every function throws AppError `unavailable` when
 * the store does not answer in time or refuses.
 */
export interface FileStore {
  readonly kind: StoreKind;
  /** The directory or the place in a bucket, for messages. */
  readonly place: string;
  /** Resolves once the whole file is durable; until then the name leads to what it led to before. */
  put(name: string, content: FileContent): Promise<void>;
  /** A file, or a range within it; undefined if there is none. */
  open(name: string, range?: ByteRange): Promise<OpenFile | undefined>;
  /** In bytes; undefined if there is no such file. */
  sizeOf(name: string): Promise<number | undefined>;
  /** Does nothing if there is none. */
  delete(name: string): Promise<void>;
  /** All names, in any order, including those that are not ours. */
  list(): AsyncIterable<ListedFile>;
  /** Makes the store that of `owner` unless it has an owner. @returns its owner */
  claim(owner: string): Promise<string>;
  /** The address under which a client gets a file from the store itself; undefined if it does not have the file. */
  signedAddress?(name: string, access: SignedAccess): Promise<string | undefined>;
}

/** Name of the file that records the owner. */
export const CLAIM = 'database';

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

/**
 * A store together with the one that files were in before, or go back to: reads what only the second has, and writes to
 * the first alone. So a service can change stores while it runs.
 */
export function withFallback(store: FileStore, former: FileStore): FileStore {
  const { signedAddress } = store;
  return {
    ...store,
    open: async (name, range) => (await store.open(name, range)) ?? former.open(name, range),
    sizeOf: async (name) => (await store.sizeOf(name)) ?? former.sizeOf(name),
    async delete(name) {
      await store.delete(name);
      await former.delete(name);
    },
    ...(signedAddress && { signedAddress }),
  };
}
