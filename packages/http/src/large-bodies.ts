import { Buffer } from 'node:buffer';
import { createSemaphore, type Semaphore, startTimeSlice } from '@guidepost/service-kit';
import { createEntityTag } from './entity-tags.ts';
import type { Representation } from './responses/representation.ts';

/** Bytes; larger bodies are built under a semaphore. */
export const LARGE_BYTES = 1_000_000;

/** The largest list or document, in bytes. */
export const MOST_DOCUMENT_BYTES = 8_000_000;

/** Limits how many bodies over {@link LARGE_BYTES} are built at once, to save memory and connections. */
export function createLargeBodySemaphore(): Semaphore {
  return createSemaphore({
    permits: 4,
    timeout: 5_000,
    message: 'Too many large responses are being built at the moment.',
  });
}

export interface BodyWriter {
  readonly length: number;
  /** @param text must not split a surrogate pair */
  write(text: string): void;
  finish(): WrittenBody;
}

/** The written body: a text or, if long, bytes with their entity tag. */
export type WrittenBody = Required<Pick<Representation, 'body'>> & Pick<Representation, 'entityTag'>;

/** Encoding and hashing this many bytes takes a fraction of a millisecond. */
const PIECE_BYTES = 256_000;

/**
 * A body of up to this many bytes stays a string: it leaves in one write with its head, while a longer one is cheaper
 * to send encoded.
 */
const STRING_BYTES = 32_000;

/** Encodes and hashes a long text as it is written, instead of blocking the event loop at the end. */
export function createBodyWriter(): BodyWriter {
  let texts: string[] = [];
  let textsLength = 0;
  let length = 0;
  const pieces: Uint8Array[] = [];
  const tag = createEntityTag();

  function encodeTexts(): void {
    const piece = Buffer.allocUnsafeSlow(textsLength);
    let end = 0;
    for (const text of texts) end += piece.write(text, end);
    tag.add(piece);
    pieces.push(piece);
    texts = [];
    textsLength = 0;
  }

  return {
    get length() {
      return length;
    },
    write(text) {
      const bytes = Buffer.byteLength(text);
      if (textsLength > 0 && textsLength + bytes > PIECE_BYTES) encodeTexts();
      texts.push(text);
      textsLength += bytes;
      length += bytes;
    },
    finish() {
      if (length <= STRING_BYTES) return { body: texts.join('') };
      encodeTexts();
      const [body] = pieces.length === 1 ? pieces : [Buffer.concat(pieces)];
      return { body: body ?? '', entityTag: tag.finish() };
    },
  };
}

const PIECE_UNITS = 100_000;

/** Turns a finished text into a body; a long one is encoded and hashed in time slices. */
export async function encodeText(text: string): Promise<WrittenBody> {
  if (text.length <= PIECE_UNITS) return { body: text };
  const writer = createBodyWriter();
  await writeTexts(writer, [text], Number.POSITIVE_INFINITY);
  return writer.finish();
}

/** Writes texts, long ones in time slices. @returns whether they fit into that many bytes */
export async function writeTexts(
  writer: BodyWriter,
  texts: Iterable<string>,
  mostBytes: number,
): Promise<boolean> {
  const slice = startTimeSlice();
  for (const text of texts) {
    for (let from = 0; from < text.length; ) {
      const to = endOfPiece(text, from + PIECE_UNITS);
      writer.write(text.slice(from, to));
      if (writer.length > mostBytes) return false;
      from = to;
      if (slice.isOver) await slice.next();
    }
  }
  return true;
}

/** Surrogate pairs are encoded as one character, so they must not be split. */
function endOfPiece(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end + 1 : end;
}
