import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { HEAD_BYTES, isPolyglot, TAIL_BYTES } from '@guidepost/file-types';
import { AppError } from '@guidepost/service-kit';
import type { ImageType } from '../model/file-address.ts';
import { imageTypeOf, isComplete, isSvg } from './image-type.ts';
import { type PixelSize, pixelSizeOf } from './pixel-size.ts';
import { readSourceFile } from './read-source-file.ts';

/** An image of a source; its bytes are read when they are needed. */
export interface SourceImage {
  /** From the top of the directory. */
  path: string;
  type: ImageType;
  /** SHA-256 in hexadecimal. */
  digest: string;
  /** Undefined when the bytes do not tell. */
  pixels: PixelSize | undefined;
  /** @throws AppError `invalid` when the file is not what it was */
  read(): Promise<Uint8Array>;
}

/** Why a file is not taken, to be said after its name. */
export interface RefusedImage {
  reason: string;
}

/** In bytes. */
const LARGEST_IMAGE = 10_000_000;

const NO_IMAGE = 'is no PNG, JPEG, GIF, WebP or AVIF';
const SVG = 'is SVG, which can hold scripts; PNG, JPEG, GIF, WebP and AVIF are taken';

/** Looks at a file; no more than its beginning is read unless it is an image that is not too large. */
export async function inspectImage(file: string, path: string): Promise<SourceImage | RefusedImage> {
  try {
    const { length, head } = await readHead(file);
    if (length === 0) return { reason: 'is empty' };
    const type = await imageTypeOf(head);
    if (!type) return { reason: isSvg(head) ? SVG : NO_IMAGE };
    if (length > LARGEST_IMAGE) return { reason: `has ${length} bytes, ${LARGEST_IMAGE} at most` };
    const bytes = await readSourceFile(file, path);
    const ends = { head, tail: bytes.subarray(-TAIL_BYTES), length: bytes.length };
    if (isPolyglot(ends)) return { reason: 'is an image and something else, too' };
    if (!isComplete(type, ends)) return { reason: 'is cut short' };
    return describeImage({ file, path, type, digest: digestOf(bytes), pixels: pixelSizeOf(type, bytes) });
  } catch (error) {
    if (!(error instanceof AppError) && !(error as NodeJS.ErrnoException).syscall) throw error;
    return { reason: 'cannot be read' };
  }
}

async function readHead(file: string): Promise<{ length: number; head: Uint8Array }> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const head = new Uint8Array(Math.min(size, HEAD_BYTES));
    const { bytesRead } = await handle.read(head, 0, head.length, 0);
    return { length: size, head: head.subarray(0, bytesRead) };
  } finally {
    await handle.close();
  }
}

type Description = Omit<SourceImage, 'read'> & { file: string };

function describeImage({ file, ...image }: Description): SourceImage {
  const { path, digest } = image;
  return {
    ...image,
    async read() {
      const bytes = await readSourceFile(file, path);
      if (digestOf(bytes) === digest) return bytes;
      throw new AppError('invalid', `${path}: changed while it was being imported`);
    },
  };
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
