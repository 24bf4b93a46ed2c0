import { LARGE_BYTES } from '@guidepost/http';
import type { LargePage, PageAnswer } from './page.ts';

const NO_LIMIT = Number.MAX_SAFE_INTEGER;

interface Shown {
  isCut: boolean;
}

/**
 * Reads and shows a page, a large one under a semaphore.
 * @param read reads texts up to this many bytes; null if there is nothing
 * @param smallBytes the limit without a semaphore; lower if the page is larger than its texts
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
