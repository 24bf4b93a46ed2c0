import { timingSafeEqual } from 'node:crypto';

/** The one whose hash it is. Looks at every key, whichever fits, and at all of its bytes. */
export function findByHash<Key extends { readonly hash: Buffer }>(
  keys: readonly Key[],
  hash: Buffer,
): Key | undefined {
  return keys.filter((key) => timingSafeEqual(key.hash, hash))[0];
}
