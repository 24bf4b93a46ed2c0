import type { FileHandle } from 'node:fs/promises';
import { readAt } from './file-bytes.ts';

const MAIN_STREAMS: readonly (readonly [name: string, mediaType: string])[] = [
  ['WordDocument', 'application/msword'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['Book', 'application/vnd.ms-excel'],
];

// Byte offsets from [MS-CFB].
const SECTOR_SHIFT = 30;
const DIRECTORY_SECTOR = 48;
const HEADER_BYTES = 512;
export const ENTRY_BYTES = 128;
const NAME_LENGTH = 64;

/** Enough of the directory: writers put the main stream among the first entries. */
const DIRECTORY_BYTES = 32 * ENTRY_BYTES;

/** The type of an Office 97–2003 document; undefined for other compound files, such as installers. */
export async function compoundFileType(file: FileHandle): Promise<string | undefined> {
  const header = await readAt(file, 0, HEADER_BYTES);
  if (header.length < HEADER_BYTES) return undefined;
  const sectorBytes = 2 ** header.readUInt16LE(SECTOR_SHIFT);
  const position = (header.readUInt32LE(DIRECTORY_SECTOR) + 1) * sectorBytes;
  if (!Number.isSafeInteger(position)) return undefined;
  const names = entryNames(await readAt(file, position, DIRECTORY_BYTES));
  return MAIN_STREAMS.find(([name]) => names.has(name))?.[1];
}

function entryNames(directory: Buffer): Set<string> {
  const names = new Set<string>();
  for (let start = 0; start + ENTRY_BYTES <= directory.length; start += ENTRY_BYTES) {
    names.add(entryName(directory, start));
  }
  return names;
}

/** Name of the directory entry at this offset; '' for an unused one. */
export function entryName(directory: Buffer, start: number): string {
  // The length includes a terminating zero.
  const length = Math.min(directory.readUInt16LE(start + NAME_LENGTH), NAME_LENGTH) - 2;
  return length > 0 ? directory.toString('utf16le', start, start + length) : '';
}
