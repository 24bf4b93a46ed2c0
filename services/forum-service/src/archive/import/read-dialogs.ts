import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Line, LONGEST_LINE } from './archive-file.ts';
import type { ArchivedDialog } from './archived-dialog.ts';
import { type LineReading, readLine } from './read-line.ts';
import { type Refusal, refusalOf, refuse } from './refuse.ts';

export interface ReadLine {
  number: number;
  /** Bytes; 0 for an over-long line. */
  size: number;
  /** Undefined for a refused line and a blank one. */
  dialog?: ArchivedDialog;
  /** The refusals of the line, or of parts of its dialog. */
  refusals: readonly Refusal[];
}

const WHITE_SPACE = new Set(Buffer.from(' \t\r'));

/** Reads one line in each turn of the event loop, so that the statements of the batch before hardly wait. */
export async function* readDialogs(
  lines: AsyncIterable<Line>,
  reading: Omit<LineReading, 'now'>,
): AsyncGenerator<ReadLine, void> {
  for await (const { number, bytes } of lines) {
    yield {
      number,
      size: bytes?.length ?? 0,
      ...(await readOrRefuse(bytes, { ...reading, now: new Date() })),
    };
    await nextTurn();
  }
}

async function readOrRefuse(
  bytes: Line['bytes'],
  reading: LineReading,
): Promise<Pick<ReadLine, 'dialog' | 'refusals'>> {
  if (bytes?.every((byte) => WHITE_SPACE.has(byte))) return { refusals: [] };
  try {
    const read = bytes ?? refuse('', `longer than ${LONGEST_LINE / 1_000_000} MB`);
    return await readLine(read, reading);
  } catch (error) {
    return { refusals: [refusalOf(error, 'line')] };
  }
}
