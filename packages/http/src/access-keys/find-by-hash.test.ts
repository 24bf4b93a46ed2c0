import { describe, expect, it } from '@jest/globals';
import { createAccessKey, hashAccessKey } from './access-key.ts';
import { findByHash } from './find-by-hash.ts';

describe('findByHash', () => {
  const keys = [1, 2].map((id) => ({ id, key: createAccessKey() }));
  const stored = keys.map(({ id, key }) => ({ id, hash: hashAccessKey(key) }));

  it.each(keys)('finds a key among several: $id', ({ id, key }) => {
    expect(findByHash(stored, hashAccessKey(key))?.id).toBe(id);
  });

  it('finds nothing for any other', () => {
    expect(findByHash(stored, hashAccessKey(createAccessKey()))).toBeUndefined();
    expect(findByHash([], hashAccessKey('abc'))).toBeUndefined();
  });
});
