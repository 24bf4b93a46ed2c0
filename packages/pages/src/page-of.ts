import { LARGE_BYTES } from '@guidepost/http';
import type { LargePage, PageAnswer } from './page.ts';

/** Pages show all of it. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** What was read for a page. */
interface Shown {
  /** Whether it is more than was allowed, so that only a part of it was read. */
  isCut: boolean;
}

/**
 * Shows what is read for a page, and has a large one read and shown when it has its turn.
 * @param read reads texts of so many bytes at most; null where there is nothing
 * @param smallBytes how many bytes are read without a turn; less where the page takes more than the texts
 */
export async function pageOf<Read extends Shown | null>(
  read: (mostBytes: number) => Promise<Read>,
  show: (shown: Read) => PageAnswer | Promise<PageAnswer>,
  smallBytes = LARGE_BYTES,
): Promise<PageAnswer | LargePage> {
  const shown = await read(smallBytes);
  if (!shown?.isCut) return show(shown);
  return { makeLarge: async () => show(await read(NO_LIMIT)) };
}
