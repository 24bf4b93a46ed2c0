import { asBuffer } from '../../types/sniff.ts';
import { type ImageType, isImageType } from '../image-type.ts';
import { excessiveSize } from '../pixel-size.ts';
import { cleanMp4 } from './boxes.ts';
import { cleanAvif } from './clean-avif.ts';
import { cleanGif } from './clean-gif.ts';
import { cleanJpeg } from './clean-jpeg.ts';
import { cleanPng } from './clean-png.ts';
import { cleanWebp } from './clean-webp.ts';

const CLEANERS: Record<ImageType, (bytes: Buffer) => Buffer> = {
  'image/avif': cleanAvif,
  'image/gif': cleanGif,
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/webp': cleanWebp,
};

/**
 * A picture without what tells where, when, by whom and with which device it was made: Exif, XMP, IPTC, texts, previews
 * (S42). Its pixels are the same bytes as before; orientation and colour profile stay. The same for a clean picture.
 * Takes time proportional to its length.
 * @returns undefined if its parts do not add up to a picture, so that nothing is known about them
 */
export function cleanImage(type: ImageType, bytes: Uint8Array): Buffer | undefined {
  return unlessDamaged(CLEANERS[type], bytes);
}

/** A film or a recording in MP4 without its descriptions, as far as its parts can be told. */
export function cleanFilm(bytes: Uint8Array): Buffer {
  return cleanMp4(asBuffer(bytes));
}

/** Films and recordings into which phones write where they were made. */
const FILMS = new Set(['video/mp4', 'audio/mp4']);

/**
 * An uploaded file without what tells where, by whom and with which device it was made (S42), if it is a picture, a
 * film or a recording; the same bytes for all others.
 * @returns why a picture is refused
 */
export function withoutMetadata(mediaType: string, bytes: Uint8Array): Buffer | 'damaged' | 'pixels' {
  if (!isImageType(mediaType)) return FILMS.has(mediaType) ? cleanFilm(bytes) : asBuffer(bytes);
  const clean = cleanImage(mediaType, bytes);
  if (!clean) return 'damaged';
  return excessiveSize(mediaType, clean) ? 'pixels' : clean;
}

/** Whether `withoutMetadata` reads files of this type. */
export function mayTellMore(mediaType: string): boolean {
  return isImageType(mediaType) || FILMS.has(mediaType);
}

/** Reading beyond the end of a buffer throws a RangeError, too. */
function unlessDamaged(clean: (bytes: Buffer) => Buffer, bytes: Uint8Array): Buffer | undefined {
  try {
    return clean(asBuffer(bytes));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
