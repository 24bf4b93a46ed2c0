import { LARGE_BYTES, MOST_BYTES, type WrittenBody } from '@guidepost/http';
import { tooMuchIncluded } from '../json-api/inclusions.ts';
import { collectionPath, type Reader, type Represented } from './reader.ts';
import type { Call } from './routes.ts';

/**
 * Makes a document. One that is larger than a megabyte is made again, up to the largest size, when it has its turn.
 * @param make reads and writes it, unless it has more than so many bytes
 * @throws AppError `invalid` when the largest size is not enough; `unavailable` when its turn does not come
 */
export async function documentOf(
  reader: Reader,
  { knowledgeBase }: Pick<Call, 'knowledgeBase'>,
  make: (mostBytes: number) => Promise<Represented>,
): Promise<WrittenBody> {
  const small = await make(LARGE_BYTES);
  if ('body' in small) return small;
  return reader.takeTurn(async () => {
    const document = await make(MOST_BYTES);
    if ('body' in document) return document;
    throw tooMuchIncluded(collectionPath(reader.mount, knowledgeBase.host, document.tooMuch));
  });
}
