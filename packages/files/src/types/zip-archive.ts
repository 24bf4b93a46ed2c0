import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import type { ReadableBytes } from './readable-bytes.ts';
import { TAIL_BYTES } from './sniff.ts';

/** A file as listed in the archive's directory. */
export interface ZipEntry {
  name: string;
  /** 0: stored, 8: deflated. */
  method: number;
  bytes: number;
  position: number;
}

const END_RECORD = Buffer.from('PK\u0005\u0006', 'latin1');
const ENTRY = 0x02014b50;

// Byte offsets from APPNOTE.TXT 4.3.7, 4.3.12 and 4.3.16.
const DIRECTORY_BYTES = 12;
const DIRECTORY_POSITION = 16;
const END_RECORD_BYTES = 22;
const METHOD = 10;
const COMPRESSED_BYTES = 20;
const NAME_LENGTH = 28;
const EXTRA_LENGTH = 30;
const COMMENT_LENGTH = 32;
const HEADER_POSITION = 42;
const ENTRY_BYTES = 46;
const HEADER_NAME_LENGTH = 26;
const HEADER_EXTRA_LENGTH = 28;
const HEADER_BYTES = 30;

/** Maximum size of a directory: some 50,000 files. */
const LARGEST_DIRECTORY = 4 * 1_024 * 1_024;

const inflate = promisify(inflateRaw);

/** The contents of an archive; empty if its directory is damaged or too large. */
export async function readZipEntries(file: ReadableBytes): Promise<ZipEntry[]> {
  const { size } = file;
  const tailPosition = Math.max(0, size - TAIL_BYTES);
  const tail = await file.readAt(tailPosition, TAIL_BYTES);
  const end = tail.lastIndexOf(END_RECORD);
  if (end < 0 || end + END_RECORD_BYTES > tail.length) return [];
  const directoryBytes = tail.readUInt32LE(end + DIRECTORY_BYTES);
  const position = tailPosition + end - directoryBytes;
  if (position < 0 || directoryBytes > LARGEST_DIRECTORY) return [];
  // Offsets count from the start of the archive, which may follow other bytes.
  const archive = position - tail.readUInt32LE(end + DIRECTORY_POSITION);
  return parseDirectory(await file.readAt(position, directoryBytes), archive);
}

function parseDirectory(directory: Buffer, archive: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let start = 0;
  while (start + ENTRY_BYTES <= directory.length && directory.readUInt32LE(start) === ENTRY) {
    const nameEnd = start + ENTRY_BYTES + directory.readUInt16LE(start + NAME_LENGTH);
    entries.push({
      name: directory.toString('utf8', start + ENTRY_BYTES, nameEnd),
      method: directory.readUInt16LE(start + METHOD),
      bytes: directory.readUInt32LE(start + COMPRESSED_BYTES),
      position: archive + directory.readUInt32LE(start + HEADER_POSITION),
    });
    start =
      nameEnd + directory.readUInt16LE(start + EXTRA_LENGTH) + directory.readUInt16LE(start + COMMENT_LENGTH);
  }
  return entries;
}

/** The contents of a file; undefined if damaged, encrypted or longer than the limit. */
export async function readZipEntry(
  file: ReadableBytes,
  { method, bytes, position }: ZipEntry,
  longest: number,
): Promise<Buffer | undefined> {
  if (bytes > longest || position < 0) return undefined;
  const header = await file.readAt(position, HEADER_BYTES);
  if (header.length < HEADER_BYTES) return undefined;
  const names = header.readUInt16LE(HEADER_NAME_LENGTH) + header.readUInt16LE(HEADER_EXTRA_LENGTH);
  const content = await file.readAt(position + HEADER_BYTES + names, bytes);
  if (method === 0) return content;
  return method === 8 ? inflate(content, { maxOutputLength: longest }).catch(() => undefined) : undefined;
}
