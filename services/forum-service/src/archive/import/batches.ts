import type { Line } from './archive-file.ts';

export interface Batch {
  lines: Line[];
  last: number;
}

const MAX_LINES = 1_000;

/** Ends a batch of long lines early, to bound memory. */
const MAX_BYTES = 8_000_000;

export async function* inBatches(lines: AsyncIterable<Line>): AsyncGenerator<Batch, void> {
  let batch: Line[] = [];
  let bytes = 0;
  for await (const line of lines) {
    batch.push(line);
    bytes += line.bytes?.length ?? 0;
    if (batch.length < MAX_LINES && bytes < MAX_BYTES) continue;
    yield { lines: batch, last: line.number };
    batch = [];
    bytes = 0;
  }
  const end = batch.at(-1);
  if (end) yield { lines: batch, last: end.number };
}
