import { startTimeSlice } from '@guidepost/service-kit';
import { type BodyWriter, createBodyWriter, type WrittenBody } from './body-writer.ts';

/** In UTF-16 units. */
const PIECE = 100_000;

/** A finished text as a body; a long one is encoded and hashed in slices, between which the event loop goes on. */
export async function encodeText(text: string): Promise<WrittenBody> {
  if (text.length <= PIECE) return { body: text };
  const writer = createBodyWriter();
  await writeTexts(writer, [text], Number.POSITIVE_INFINITY);
  return writer.finish();
}

/**
 * Writes texts, long ones bit by bit, in slices between which the event loop goes on.
 * @returns whether all of them were written, in that many bytes
 */
export async function writeTexts(
  writer: BodyWriter,
  texts: Iterable<string>,
  mostBytes: number,
): Promise<boolean> {
  const slice = startTimeSlice();
  for (const text of texts) {
    for (let from = 0; from < text.length; ) {
      const to = endOfPiece(text, from + PIECE);
      writer.write(text.slice(from, to));
      if (writer.length > mostBytes) return false;
      from = to;
      if (slice.isOver) await slice.next();
    }
  }
  return true;
}

/** A pair of surrogates is encoded as one character, so both stand in one piece. */
function endOfPiece(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end + 1 : end;
}
