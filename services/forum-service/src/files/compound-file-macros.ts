import type { FileHandle } from 'node:fs/promises';
import { ENTRY_BYTES, entryName } from './compound-file.ts';
import { readAt } from './file-bytes.ts';

/** What the directory of a document calls the projects that its macros are in ([MS-OVBA] 2.2.1), in any case. */
const PROJECTS = new Set(['_VBA_PROJECT', '_VBA_PROJECT_CUR']);

/** In a presentation, VbaInfoContainer and the header of the VbaInfoAtom in it ([MS-PPT] 2.4.10): a flag says whether it has macros. */
const PRESENTATION_MACROS = Buffer.from('1f00ff0314000000020000040c000000', 'hex');
const FLAG = 20;

/** Read at once. Each piece repeats the end of the one before, where something may have been cut. */
const PIECE = 1_024 * ENTRY_BYTES * 8;

/**
 * Whether an office document as they were written until 2007 has macros. All of it is looked through, since a directory
 * may be in many places.
 */
export async function compoundFileHasMacros(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  for (let position = 0; position < size; position += PIECE) {
    const piece = await readAt(file, position, PIECE + ENTRY_BYTES);
    if (hasProject(piece) || isFlagged(piece)) return true;
  }
  return false;
}

/** Entries are never across the borders of sectors, whose lengths are multiples of theirs. */
function hasProject(piece: Buffer): boolean {
  for (let start = 0; start + ENTRY_BYTES <= piece.length; start += ENTRY_BYTES) {
    if (PROJECTS.has(entryName(piece, start).toUpperCase())) return true;
  }
  return false;
}

function isFlagged(piece: Buffer): boolean {
  for (
    let at = piece.indexOf(PRESENTATION_MACROS);
    at >= 0;
    at = piece.indexOf(PRESENTATION_MACROS, at + 1)
  ) {
    if ((piece[at + FLAG] ?? 0) !== 0) return true;
  }
  return false;
}
