import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { incomingDirectory, translateDiskErrors } from '@guidepost/files';
import { formatFileName } from '../files/unguessable-name.ts';
import type { Addresses } from '../model/addresses.ts';
import type { Forum } from '../model/forum.ts';
import { type FilePosting, postFile } from './post-file.ts';

export interface Attachment {
  forum: Forum;
  addresses: Pick<Addresses, 'file'>;
  staffId: number;
  /** Of what is wrong. */
  language: string;
  /** As its author calls it. */
  name: string;
  bytes: Uint8Array;
}

/**
 * Stores a file by the rules for uploads with a key.
 * @returns its address
 * @throws AppError as `postFile` does
 */
export async function attachFile(
  posting: FilePosting,
  { addresses, name, bytes, ...sender }: Attachment,
): Promise<string> {
  const path = join(incomingDirectory(posting.directory), randomUUID());
  try {
    await translateDiskErrors(writeFile(path, bytes, { flag: 'wx' }));
    const file = { path, size: bytes.length, name };
    const stored = await postFile(posting, { ...sender, upload: { file, fields: [] } });
    return addresses.file(formatFileName(stored));
  } finally {
    await rm(path, { force: true });
  }
}
