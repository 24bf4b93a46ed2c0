import { readFile, writeFile } from 'node:fs/promises';
import { cleanFilm, cleanImage, excessiveSize, isImageType } from '@guidepost/images';
import type { SentFile } from '../files/upload.ts';
import type { FieldMistake } from '../model/field-mistake.ts';

interface RefusedPicture {
  mistake: Extract<FieldMistake['message'], 'file-damaged' | 'file-pixels'>;
}

/** Films and recordings into which phones write where they were made. */
const FILMS = new Set(['video/mp4', 'audio/mp4']);

/**
 * Takes out of an uploaded picture, film or recording where, by whom and with which device it was made (S42), before it
 * is stored anywhere. Other files stay as they are.
 */
export async function removeMetadata(file: SentFile, mediaType: string): Promise<SentFile | RefusedPicture> {
  if (!isImageType(mediaType)) {
    return FILMS.has(mediaType) ? replace(file, cleanFilm(await readFile(file.path))) : file;
  }
  const clean = cleanImage(mediaType, await readFile(file.path));
  if (!clean) return { mistake: 'file-damaged' };
  return excessiveSize(mediaType, clean) ? { mistake: 'file-pixels' } : replace(file, clean);
}

async function replace(file: SentFile, bytes: Buffer): Promise<SentFile> {
  await writeFile(file.path, bytes);
  return { ...file, size: bytes.length };
}
