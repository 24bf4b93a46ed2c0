import { describe, expect, it } from '@jest/globals';
import { facetToken, formToken, stemToken } from './engine-document.ts';

describe('the tokens of words', () => {
  it.each([
    ['vacuum', 'svacuum'],
    ['v18', 'sv18'],
    ['får', 'sfz006dr'],
    ['pg_stat', 'spgz002nstat'],
    ['zoo', 'sz003eoo'],
    ['検', 'sz0krg'],
    ['𝒳', 'sz2kkz'],
    ['\ud800', 'sz16o0'],
  ])('are lower-case letters and digits: %s', (stem, token) => {
    expect(stemToken(stem)).toBe(token);
    expect(token).toMatch(/^[a-z0-9]+$/);
  });

  it('distinguish stems from forms', () => {
    expect(stemToken('run')).not.toBe(formToken('run'));
  });

  it.each([
    ['får', 'fårskinn', true],
    ['f', 'får', true],
    ['far', 'fårskinn', false],
    ['z', 'å', false],
    ['z0', 'å', false],
    ['検', '検索', true],
    ['pg_', 'pg_stat', true],
    ['zo', 'zoo', true],
  ])('preserve prefixes: %s, %s: %s', (beginning, word, expected) => {
    expect(stemToken(word).startsWith(stemToken(beginning))).toBe(expected);
  });

  it('fit Meilisearch’s limit', () => {
    expect(stemToken('å'.repeat(100))).toHaveLength(240);
    expect(formToken('x'.repeat(1_000))).toHaveLength(240);
  });
});

describe('the tokens of facets', () => {
  it.each([
    ['category', 12, 'categoryz001m12'],
    ['tag', 'åäö', 'tagz001mz006dz006cz006u'],
    ['tag', "a' OR 1=1", 'tagz001maz0013z000wz0027z002az000w1z001p1'],
  ])('are lower-case letters and digits, too: %s %s', (name, value, token) => {
    expect(facetToken(name, value)).toBe(token);
  });

  it('stay distinct however long they are', () => {
    const long = 'å'.repeat(200);
    expect(facetToken('tag', `${long}a`)).not.toBe(facetToken('tag', `${long}b`));
    expect(facetToken('tag', `${long}a`)).toHaveLength(64);
  });
});
