import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppError, unreadable } from '@guidepost/service-kit';
import { inspectImage, inspectUpload, type RefusedImage, type SourceImage } from './inspect-image.ts';
import type { PixelSize } from './pixel-size.ts';

export type SourceLogo = SourceImage & { pixels: PixelSize };

/** Bytes. */
const MAX_LOGO_BYTES = 1_000_000;

/** Bytes: more than a logo may have, so that a photo is refused beside its field. */
export const MAX_LOGO_UPLOAD_BYTES = 25_000_000;

/** Pixels. */
const MAX_SIDE = 4_096;

export async function inspectLogo(image: SourceImage | RefusedImage): Promise<SourceLogo | RefusedImage> {
  if ('reason' in image) return image;
  const { length } = await image.read();
  if (length > MAX_LOGO_BYTES) return tooLarge(length);
  const { pixels } = image;
  if (!pixels) return { reason: 'does not state its size' };
  const { width, height } = pixels;
  if (Math.max(width, height) <= MAX_SIDE) return { ...image, pixels };
  return { reason: `is ${width} × ${height} pixels; a logo may have at most ${MAX_SIDE} on each side` };
}

/** Reads the file of a logo, for commands. @throws AppError `invalid` with a message of one line */
export async function readLogo(file: string): Promise<SourceLogo> {
  const logo = await inspectFile(file);
  if ('reason' in logo) throw new AppError('invalid', `${file}: ${logo.reason}`);
  return logo;
}

/** Reads a logo that was uploaded. @throws AppError `invalid` for the field `logo` */
export async function readUploadedLogo(
  file: { bytes: Uint8Array; name: string } | undefined,
): Promise<SourceLogo> {
  if (!file) throw invalidLogo('Choose an image.');
  const logo = await inspectLogo(await inspectUpload(file.bytes, file.name));
  if ('reason' in logo) throw invalidLogo(`${file.name} ${logo.reason}.`);
  return logo;
}

function invalidLogo(message: string): AppError {
  return new AppError('invalid', message, { fields: { logo: [message] } });
}

/** Skips devices and pipes, which could block forever. */
async function inspectFile(file: string): Promise<SourceLogo | RefusedImage> {
  const found = await stat(file).catch((error: unknown) => {
    throw unreadable(error, file);
  });
  if (!found.isFile()) return { reason: 'is not a file' };
  return found.size > MAX_LOGO_BYTES
    ? tooLarge(found.size)
    : inspectLogo(await inspectImage(file, basename(file)));
}

function tooLarge(bytes: number): RefusedImage {
  return { reason: `has ${bytes} bytes; a logo may have at most ${MAX_LOGO_BYTES}` };
}
