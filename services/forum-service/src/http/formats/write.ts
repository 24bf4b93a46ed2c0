import { createBodyWriter, type WrittenBody } from '@guidepost/http';
import { startTimeSlice } from '@guidepost/service-kit';
import type { Notation } from './notation.ts';
import { type Content, isLongList, type LongList } from './record.ts';

export interface Written extends WrittenBody {
  /** The number of records, for a list that may be cut. */
  count?: number;
  isCut: boolean;
}

/**
 * Formats an answer, a long list in slices that yield to the event loop, and never beyond `mostBytes` except for its
 * first record.
 */
export async function write(content: Content, notation: Notation, mostBytes: number): Promise<Written> {
  if (isLongList(content)) return writeList(content, notation, mostBytes);
  return { body: notation.whole(content), isCut: false };
}

async function writeList(list: LongList, notation: Notation, mostBytes: number): Promise<Written> {
  const { begin, between, end, item } = notation;
  const writer = createBodyWriter();
  // Its rows would become old garbage if they waited behind searches.
  const slice = startTimeSlice({ goesFirst: true });
  let count = 0;
  for (const record of list.records()) {
    const text = (count === 0 ? begin : between) + item(record);
    const isCut = count > 0 && writer.length + Buffer.byteLength(text) + end.length > mostBytes;
    if (isCut) return finish(true);
    writer.write(text);
    count += 1;
    if (slice.isOver) await slice.next();
  }
  return finish(false);

  function finish(isCut: boolean): Written {
    writer.write(count === 0 ? notation.whole([]) : end);
    return { ...writer.finish(), count, isCut };
  }
}
