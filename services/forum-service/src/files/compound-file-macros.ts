import type { FileHandle } from 'node:fs/promises';
import { ENTRY_BYTES, entryName } from './compound-file.ts';
import { readAt } from './file-bytes.ts';

/** Directory names of macro projects ([MS-OVBA] 2.2.1), in any case. */
const PROJECTS = new Set(['_VBA_PROJECT', '_VBA_PROJECT_CUR']);

/**
 * In presentations: a VbaInfoContainer and the header of its VbaInfoAtom ([MS-PPT] 2.4.10), whose flag says that there
 * are macros.
 */
const PRESENTATION_MACROS = Buffer.from('1f00ff0314000000020000040c000000', 'hex');
const FLAG = 20;

/** Bytes read at once; consecutive pieces overlap, so that nothing is cut. */
const PIECE = 1_024 * ENTRY_BYTES * 8;

/** Whether an Office 97–2003 document has macros. Scans the whole file, since its directory may be spread over it. */
export async function compoundFileHasMacros(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  for (let position = 0; position < size; position += PIECE) {
    const piece = await readAt(file, position, PIECE + ENTRY_BYTES);
    if (hasProject(piece) || isFlagged(piece)) return true;
  }
  return false;
}

/** Entries never cross sector borders, since sector sizes are multiples of theirs. */
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
