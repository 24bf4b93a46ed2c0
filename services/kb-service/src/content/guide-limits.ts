import { AppError } from '@guidepost/service-kit';
import { roomForAddresses } from '../files/content-files.ts';

export const MAX_TITLE_LENGTH = 500;
/** The size of content as a JSON string. */
export const MAX_BYTES = 7_000_000;

/** The size of content as a JSON string, with room for longer image URLs. */
export function contentBytes(contentHtml: string): number {
  return Buffer.byteLength(JSON.stringify(contentHtml)) + roomForAddresses(contentHtml);
}

/** @throws AppError `invalid` if a guide exceeds a limit */
export function checkGuideLimits(guide: { title: string; contentHtml: string }, place: string): void {
  const letters = Array.from(guide.title).length;
  if (letters === 0) throw new AppError('invalid', `${place}: the title is empty`);
  if (letters > MAX_TITLE_LENGTH) {
    throw new AppError(
      'invalid',
      `${place}: the title has ${letters} characters, at most ${MAX_TITLE_LENGTH} are allowed`,
    );
  }
  const bytes = contentBytes(guide.contentHtml);
  if (bytes > MAX_BYTES) {
    throw new AppError(
      'invalid',
      `${place}: the content has ${bytes} bytes, at most ${MAX_BYTES} are allowed`,
    );
  }
}
