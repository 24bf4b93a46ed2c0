import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { AppError, readSourceFile } from '@guidepost/service-kit';
import { HEAD_BYTES, isPolyglot, TAIL_BYTES } from '../types/sniff.ts';
import { cleanImage } from './cleaning/clean-image.ts';
import { type ImageType, imageTypeOf, isComplete, isSvg } from './image-type.ts';
import { excessiveSize, type PixelSize, pixelSizeOf } from './pixel-size.ts';

export interface SourceImage {
  /** From the root of the source directory. */
  path: string;
  type: ImageType;
  /** SHA-256 of what `read` returns, hexadecimal. */
  digest: string;
  /** Undefined if the bytes do not say. */
  pixels: PixelSize | undefined;
  /** The image without its metadata (S42). @throws AppError `invalid` if the file has changed */
  read(): Promise<Uint8Array>;
}

/** Why an image is refused, as the end of a sentence that begins with its name. */
export interface RefusedImage {
  reason: string;
}

/** Bytes. */
export const MAX_IMAGE_BYTES = 10_000_000;

const NO_IMAGE = 'is not a PNG, JPEG, GIF, WebP or AVIF image';
const SVG = 'is SVG, which can contain scripts; use PNG, JPEG, GIF, WebP or AVIF';

/** Reads only the beginning of files that are no images or too large. */
export async function inspectImage(file: string, path: string): Promise<SourceImage | RefusedImage> {
  try {
    const type = await typeOf(await readHead(file));
    if (typeof type === 'object') return type;
    const bytes = await readSourceFile(file, path);
    const clean = prepare(type, bytes);
    return 'reason' in clean ? clean : describeImage({ file, path, type, ...clean });
  } catch (error) {
    if (!(error instanceof AppError) && !(error as NodeJS.ErrnoException).syscall) throw error;
    return { reason: 'cannot be read' };
  }
}

/** The same for bytes that were uploaded. @param path names the image in exports */
export async function inspectUpload(bytes: Uint8Array, path: string): Promise<SourceImage | RefusedImage> {
  const type = await typeOf({ length: bytes.length, head: bytes.subarray(0, HEAD_BYTES) });
  if (typeof type === 'object') return type;
  const clean = prepare(type, bytes);
  if ('reason' in clean) return clean;
  const { digest, pixels } = clean;
  return { path, type, digest, pixels, read: async () => clean.bytes };
}

async function typeOf({ length, head }: FileHead): Promise<ImageType | RefusedImage> {
  if (length === 0) return { reason: 'is empty' };
  const type = await imageTypeOf(head);
  if (!type) return { reason: isSvg(head) ? SVG : NO_IMAGE };
  if (length <= MAX_IMAGE_BYTES) return type;
  return { reason: `has ${length} bytes, at most ${MAX_IMAGE_BYTES} are allowed` };
}

interface PreparedImage {
  bytes: Uint8Array;
  digest: string;
  pixels: PixelSize | undefined;
}

/** The part of an image that is kept: the same for the same file, so that an import finds again what it stored. */
function prepare(type: ImageType, bytes: Uint8Array): PreparedImage | RefusedImage {
  const refused = findFault(type, bytes);
  if (refused) return refused;
  const clean = cleanImage(type, bytes);
  if (!clean) return { reason: 'is damaged' };
  const excessive = excessiveSize(type, clean);
  if (excessive)
    return { reason: `claims ${excessive.width} × ${excessive.height} pixels, which is too many` };
  return { bytes: clean, digest: digestOf(clean), pixels: pixelSizeOf(type, clean) };
}

function findFault(type: ImageType, bytes: Uint8Array): RefusedImage | undefined {
  const head = bytes.subarray(0, HEAD_BYTES);
  const ends = { head, tail: bytes.subarray(-TAIL_BYTES), length: bytes.length };
  if (isPolyglot(ends)) return { reason: 'is also a file of another type' };
  return isComplete(type, ends) ? undefined : { reason: 'is truncated' };
}

interface FileHead {
  length: number;
  head: Uint8Array;
}

async function readHead(file: string): Promise<FileHead> {
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

/** Keeps no bytes: an import has many images. */
function describeImage({ file, path, type, digest, pixels }: Description): SourceImage {
  return {
    path,
    type,
    digest,
    pixels,
    async read() {
      const bytes = cleanImage(type, await readSourceFile(file, path));
      if (bytes && digestOf(bytes) === digest) return bytes;
      throw new AppError('invalid', `${path}: changed during the import`);
    },
  };
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
