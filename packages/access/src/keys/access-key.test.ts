import { describe, expect, it } from '@jest/globals';
import { createAccessKey, findByHash, hashAccessKey, hideAccessKeys, readBearerKey } from './access-key.ts';

describe('an access key', () => {
  it('has a prefix that tells what it is, and needs no encoding anywhere', () => {
    expect(createAccessKey()).toMatch(/^gpk_[A-Za-z0-9_-]{43}$/);
  });

  it('is random: at least 160 bits, never repeated', () => {
    const keys = Array.from({ length: 1_000 }, createAccessKey);
    expect(new Set(keys).size).toBe(keys.length);
    expect(Buffer.from(keys[0]?.slice(4) ?? '', 'base64url').length * 8).toBeGreaterThanOrEqual(160);
  });

  it('is stored as its SHA-256', () => {
    expect(hashAccessKey('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it.each(['Bearer ', 'bearer   '])('is read after "%s"', (scheme) => {
    const key = createAccessKey();
    expect(readBearerKey(`${scheme}${key}`)).toBe(key);
  });

  it('is masked anywhere in a text', () => {
    expect(hideAccessKeys(`/guides/${createAccessKey()}/${createAccessKey()}`)).toBe('/guides/gpk_…/gpk_…');
  });

  it.each([
    ['1 MB of letters', `Bearer gpk_${'a'.repeat(1_000_000)}`],
    ['1 MB of spaces', `Bearer${' '.repeat(1_000_000)}gpk_`],
    ['nothing', ''],
    ['no header', undefined],
  ])('is not read from %s', (_, header) => {
    expect(readBearerKey(header)).toBeUndefined();
  });
});

describe('findByHash', () => {
  const keys = [1, 2].map((id) => ({ id, key: createAccessKey() }));
  const stored = keys.map(({ id, key }) => ({ id, hash: hashAccessKey(key) }));

  it.each(keys)('finds a key among several: $id', ({ id, key }) => {
    expect(findByHash(stored, hashAccessKey(key))?.id).toBe(id);
  });

  it('finds nothing for an unknown hash', () => {
    expect(findByHash(stored, hashAccessKey(createAccessKey()))).toBeUndefined();
    expect(findByHash([], hashAccessKey('abc'))).toBeUndefined();
  });
});
