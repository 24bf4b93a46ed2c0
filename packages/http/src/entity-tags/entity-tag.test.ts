import { Buffer } from 'node:buffer';
import { describe, expect, it } from '@jest/globals';
import { entityTag } from './entity-tag.ts';

describe('entityTag', () => {
  it('is weak, quoted and short', () => {
    expect(entityTag('anything')).toMatch(/^W\/"[A-Za-z0-9_-]{22}"$/);
  });

  it('is the same for a text and its UTF-8 bytes', () => {
    expect(entityTag('blåbär 😀')).toBe(entityTag(Buffer.from('blåbär 😀')));
  });

  it('is the same in every process and release, to keep caches valid', () => {
    expect(entityTag('')).toBe('W/"47DEQpj8HBSa-_TImW-5JC"');
  });

  it('differs when one byte does', () => {
    expect(entityTag('a'.repeat(10_000))).not.toBe(entityTag(`${'a'.repeat(9_999)}b`));
  });
});
