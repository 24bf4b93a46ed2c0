import { createBodyWriter, type WrittenBody } from '@guidepost/http';
import { startTimeSlice } from '@guidepost/service-kit';
import type { Notation } from './notation.ts';
import { type Content, isList, type Records } from './record.ts';

/** An answer in its format. */
export interface Written extends WrittenBody {
  /** How many records of a list it holds. */
  count?: number;
  /** Whether it ends before the list does. */
  isCut: boolean;
}

/**
 * Writes an answer, a list record by record: in slices, between which the event loop goes on, and never past `mostBytes`
 * but for its first record.
 */
export async function write(content: Content, notation: Notation, mostBytes: number): Promise<Written> {
  if (isList(content)) return writeList(content, notation, mostBytes);
  return { body: notation.whole(content), isCut: false };
}

async function writeList(records: Records, notation: Notation, mostBytes: number): Promise<Written> {
  const { begin, between, end, empty, item } = notation;
  const writer = createBodyWriter();
  const slice = startTimeSlice();
  let count = 0;
  let isCut = false;
  for (const record of records) {
    const text = (count === 0 ? begin : between) + item(record);
    isCut = count > 0 && writer.length + Buffer.byteLength(text) + end.length > mostBytes;
    if (isCut) break;
    writer.write(text);
    count += 1;
    if (slice.isOver) await slice.next();
  }
  writer.write(count === 0 ? empty : end);
  return { ...writer.finish(), count, isCut };
}
