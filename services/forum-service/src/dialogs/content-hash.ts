import { createHash } from 'node:crypto';
import { foldWhiteSpace } from '@guidepost/service-kit';

/** What makes two dialogs of a forum the same: title and text, however much white space there is. */
export function contentHash(title: string, text: string): Buffer {
  // As JSON, so that no title ends in another's text.
  const content = JSON.stringify([foldWhiteSpace(title), foldWhiteSpace(text)]);
  return createHash('sha256').update(content).digest();
}
