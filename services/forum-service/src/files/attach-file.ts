import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Addresses } from '../model/addresses.ts';
import type { Forum } from '../model/forum.ts';
import { kindByEnding } from '../model/media-kind.ts';
import { escapeMarkdown } from '../text/escape-markdown.ts';
import { incomingDirectory } from './file-directory.ts';
import { formatFileName } from './file-name.ts';
import { translateDiskErrors } from './file-system-errors.ts';
import { type FilePosting, postFile } from './post-file.ts';

export interface Attachment {
  forum: Forum;
  addresses: Pick<Addresses, 'file'>;
  staffId: number;
  /** As its author calls it. */
  name: string;
  bytes: Uint8Array;
}

/**
 * Stores a file by the rules for uploads with a key.
 * @returns Markdown that shows it, or links to it
 * @throws AppError as `postFile` does
 */
export async function attachFile(
  posting: FilePosting,
  { forum, addresses, staffId, name, bytes }: Attachment,
): Promise<string> {
  const path = join(incomingDirectory(posting.directory), randomUUID());
  try {
    await translateDiskErrors(writeFile(path, bytes, { flag: 'wx' }));
    const file = { path, size: bytes.length, name };
    const stored = await postFile(posting, { forum, staffId, upload: { file, fields: [] } });
    const address = addresses.file(formatFileName(stored));
    const isShown = kindByEnding(new URL(address)) !== 'other';
    return `${isShown ? '!' : ''}[${escapeMarkdown(nameOf(name))}](${address})`;
  } finally {
    await rm(path, { force: true });
  }
}

/** On one line, and short enough for a post. */
function nameOf(name: string): string {
  return name
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .slice(0, 100)
    .trim();
}
