import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { withDatabase } from '../forum/content.ts';

/** Of `stat`, wherever that counts blocks. */
const BLOCK = 512;

/** Bytes of PostgreSQL's index: the table of documents, that of words, and their own indexes. */
export function postgresIndexBytes(databaseUrl: string): Promise<number> {
  return withDatabase(databaseUrl, async (database) => {
    const { bytes } = await database.one<{ bytes: number }>(
      `select pg_total_relation_size('search_documents') + pg_total_relation_size('search_words') as bytes`,
    );
    return bytes;
  });
}

/** Bytes that a folder takes on the disk; its files may have holes. */
export async function directoryBytes(directory: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).blocks * BLOCK;
  }
  return bytes;
}

/** What a process holds in memory, in bytes. */
export interface ResidentMemory {
  /** Its own, which nothing but the process can give back. */
  own: number;
  /** Pages of files, which the system takes back when it needs room. */
  files: number;
}

/** Undefined where the system does not say it as Linux does. */
export async function residentMemory(processId: number): Promise<ResidentMemory | undefined> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => undefined);
  return status === undefined ? undefined : readStatus(status);
}

/** @param status as Linux writes it */
export function readStatus(status: string): ResidentMemory {
  const bytes = (name: string) =>
    1_024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0);
  return { own: bytes('RssAnon'), files: bytes('RssFile') + bytes('RssShmem') };
}
