import type { ReadLine } from './read-dialogs.ts';

export interface Batch {
  lines: ReadLine[];
  last: number;
}

const MAX_LINES = 1_000;

/** Ends a batch of long lines early, to bound memory. */
const MAX_BYTES = 8_000_000;

export async function* inBatches(lines: AsyncIterable<ReadLine>): AsyncGenerator<Batch, void> {
  let batch: ReadLine[] = [];
  let bytes = 0;
  for await (const line of lines) {
    batch.push(line);
    bytes += line.size;
    if (batch.length < MAX_LINES && bytes < MAX_BYTES) continue;
    yield { lines: batch, last: line.number };
    batch = [];
    bytes = 0;
  }
  const end = batch.at(-1);
  if (end) yield { lines: batch, last: end.number };
}
