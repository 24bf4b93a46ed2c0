import { Readable } from 'node:stream';
import { AppError } from '@guidepost/service-kit';

/**
 * The same bytes; fails with AppError `unavailable` when the store breaks off, or the next part takes too long. The time
 * that a slow client takes does not count.
 */
export function readInTime(source: Readable, milliseconds: number): Readable {
  return Readable.from(parts(source, milliseconds), { objectMode: false });
}

async function* parts(source: Readable, milliseconds: number): AsyncGenerator<Buffer> {
  const stalled = () => source.destroy(new Error('The store stopped in the middle of a file.'));
  let timer = setTimeout(stalled, milliseconds);
  try {
    for await (const part of source) {
      clearTimeout(timer);
      yield part;
      timer = setTimeout(stalled, milliseconds);
    }
  } catch (cause) {
    throw new AppError('unavailable', 'File storage is unavailable.', { cause });
  } finally {
    clearTimeout(timer);
    source.destroy();
  }
}
