import { Buffer } from 'node:buffer';
import { createEntityTag } from '../entity-tags/entity-tag.ts';
import type { Representation } from '../responses/representation.ts';

/** A body that is written piece by piece. */
export interface BodyWriter {
  /** In bytes of UTF-8, so far. */
  readonly length: number;
  /** @param text no part of a character */
  write(text: string): void;
  finish(): WrittenBody;
}

/** What was written: its text, or the bytes of a long one with their entity tag. */
export type WrittenBody = Required<Pick<Representation, 'body'>> & Pick<Representation, 'entityTag'>;

/** In bytes. Encoding so much and hashing it takes a fraction of a millisecond. */
const PIECE = 128_000;

/** Encodes and hashes a long text while it is written, since doing so at once in the end would hold the event loop. */
export function createBodyWriter(): BodyWriter {
  let texts: string[] = [];
  let textsLength = 0;
  let length = 0;
  const pieces: Uint8Array[] = [];
  const tag = createEntityTag();

  function encodeTexts(): void {
    const piece = Buffer.from(texts.join(''));
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
      if (textsLength > 0 && textsLength + bytes > PIECE) encodeTexts();
      texts.push(text);
      textsLength += bytes;
      length += bytes;
    },
    finish() {
      if (pieces.length === 0) return { body: texts.join('') };
      encodeTexts();
      return { body: Buffer.concat(pieces), entityTag: tag.finish() };
    },
  };
}
