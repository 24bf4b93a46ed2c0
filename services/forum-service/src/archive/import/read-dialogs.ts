import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '@guidepost/service-kit';
import { type Line, LONGEST_LINE } from './archive-file.ts';
import type { ArchivedDialog } from './archived-dialog.ts';
import { type LineReading, readLine } from './read-line.ts';
import { refuse } from './refuse.ts';

export interface ReadLine {
  number: number;
  /** Bytes; 0 for an over-long line. */
  size: number;
  /** Neither this nor a reason: the line is blank. */
  dialog?: ArchivedDialog;
  /** Why the line is refused. */
  reason?: string;
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
): Promise<Pick<ReadLine, 'dialog' | 'reason'>> {
  if (bytes?.every((byte) => WHITE_SPACE.has(byte))) return {};
  try {
    const read = bytes ?? refuse('', `longer than ${LONGEST_LINE / 1_000_000} MB`);
    return { dialog: await readLine(read, reading) };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'invalid') throw error;
    return { reason: error.message };
  }
}
