import { LARGE_BYTES, MOST_BYTES } from '@guidepost/http';
import type { Semaphore } from '@guidepost/service-kit';
import type { Answer, ReadSlice } from './endpoint.ts';
import type { Notation } from './formats/notation.ts';
import { type Written, write } from './formats/write.ts';

export type BuiltAnswer = Written & Pick<Answer, 'total'>;

/**
 * Builds the response of an endpoint. A list that exceeds a megabyte is dropped, then read and built again up to the
 * maximum size once a slot is free.
 * @throws AppError `unavailable` when no slot is free in time
 */
export async function buildAnswer(
  answer: Answer | ReadSlice,
  notation: Notation,
  withLargeBodySlot: Semaphore,
): Promise<BuiltAnswer> {
  if (typeof answer !== 'function') return writeAnswer(answer, notation, MOST_BYTES);
  const small = await answer(LARGE_BYTES);
  const written = small.isCut ? undefined : await writeAnswer(small, notation, LARGE_BYTES);
  if (written && !written.isCut) return written;
  return withLargeBodySlot(async () => writeAnswer(await answer(MOST_BYTES), notation, MOST_BYTES));
}

async function writeAnswer(
  { content, total, isCut = false }: Answer,
  notation: Notation,
  mostBytes: number,
): Promise<BuiltAnswer> {
  const written = await write(content, notation, mostBytes);
  return { ...written, isCut: isCut || written.isCut, ...(total !== undefined && { total }) };
}
