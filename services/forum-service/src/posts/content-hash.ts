import { createHash } from 'node:crypto';
import { foldWhiteSpace } from '@guidepost/service-kit';

/** Identifies duplicate dialogs of a forum by title and text, ignoring white space. */
export function contentHash(title: string, text: string): Buffer {
  // JSON keeps the boundary between title and text.
  const content = JSON.stringify([foldWhiteSpace(title), foldWhiteSpace(text)]);
  return createHash('sha256').update(content).digest();
}
