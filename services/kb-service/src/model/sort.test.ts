import { describe, expect, it } from '@jest/globals';
import { decisiveTerms, orderBy } from './sort.ts';

const FIELDS = { title: 'g.title', slug: 'g.slug', id: 'g.id' };

describe('an order', () => {
  it.each([
    [[], undefined],
    [['title'], 'g.title, g.id'],
    [['-title', 'slug'], 'g.title desc, g.slug, g.id'],
    [['-id', 'title'], 'g.id desc'],
    [['title', '-title'], 'g.title, g.id'],
  ])('of %j ends in the id', (terms, sql) => {
    expect(orderBy(FIELDS, terms)).toBe(sql);
  });

  it.each(['g.secret', '1; drop table guides', '--title', '__proto__', 'constructor', ''])(
    'contains only SQL of the fields: %s',
    (term) => {
      expect(orderBy(FIELDS, [term])).toBe('g.id');
    },
  );

  it('is reduced to its decisive terms', () => {
    expect(decisiveTerms(['-title', 'title', 'id', 'slug'])).toEqual(['-title', 'id']);
  });
});
