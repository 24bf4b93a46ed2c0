import { describe, expect, it } from '@jest/globals';
import { declareParameters, type Parameter } from './parameters.ts';
import { parseQuery } from './query.ts';

const LIMIT: Parameter = {
  name: 'limit',
  description: 'How many.',
  schema: { type: 'integer', minimum: 1, maximum: 1000 },
};
const SORT: Parameter = {
  name: 'sort',
  description: 'In which order.',
  schema: { type: 'array', items: { type: 'string', enum: ['title', '-title'] } },
};
const INCLUDE: Parameter = {
  name: 'include',
  description: 'What else.',
  schema: {
    type: 'array',
    items: { type: 'string', pattern: '^(tags(\\.guides)?)?$', description: 'tags or tags.guides' },
  },
};
const SEARCH: Parameter = {
  name: 'q',
  description: 'What for.',
  schema: { type: 'string', maxLength: 500 },
};
const FIELDS: Parameter = { name: 'fields[tag]', description: 'Which.', schema: { type: 'array' } };

const reader = declareParameters([LIMIT, SORT, INCLUDE, SEARCH, FIELDS], { families: ['fields'] });

function read(raw: string) {
  return reader.read(parseQuery(raw));
}

function refusal(parameter: string, message: string) {
  return expect.objectContaining({ kind: 'invalid', message, details: { source: { parameter } } });
}

describe('a whole number', () => {
  it.each([
    ['', undefined],
    ['utm_source=3', undefined],
    ['limit=1', 1],
    ['limit=1000', 1000],
    ['limit=007', 7],
    ['limit=20&limit=x', 20],
  ])('"%s" is %s', (raw, expected) => {
    expect(read(raw).integer('limit')).toBe(expected);
  });

  it.each([
    'limit',
    'limit=',
    'limit=0',
    'limit=1001',
    'limit=-1',
    'limit=%2B1',
    'limit=+1',
    'limit=1.0',
    'limit=1e2',
    'limit=0x10',
    'limit=1_0',
    'limit=%D9%A3',
    'limit=ten',
    'limit=9007199254740993',
    `limit=${'9'.repeat(400)}`,
  ])('%s is refused, naming the parameter and its range', (raw) => {
    expect(() => read(raw)).toThrow(refusal('limit', 'limit must be a whole number from 1 to 1000.'));
  });
});

describe('a list', () => {
  it.each([
    ['sort=', []],
    ['sort=title', ['title']],
    ['sort=-title,title', ['-title', 'title']],
    ['sort=title%2C+-title+', ['title', '-title']],
  ])('"%s" is %j', (raw, expected) => {
    expect(read(raw).list('sort')).toEqual(expected);
  });

  it.each([
    ['sort=nothing', '"nothing" is not known to sort; there are title, -title.'],
    ['sort=title,--title', '"--title" is not known to sort; there are title, -title.'],
    ['sort=title,', '"" is not known to sort; there are title, -title.'],
    [`sort=${'a'.repeat(5_000)}`, `"${'a'.repeat(100)}" is not known to sort; there are title, -title.`],
  ])('%s is refused, naming the word and what there is', (raw, message) => {
    expect(() => read(raw)).toThrow(refusal('sort', message));
  });

  it('describes the valid words of a pattern', () => {
    expect(() => read('include=tags,guides.tags')).toThrow(
      refusal('include', '"guides.tags" must be tags or tags.guides.'),
    );
  });

  it('ignores white space and empty words if its schema does', () => {
    expect(read('include=+tags+,').list('include')).toEqual(['tags', '']);
  });
});

describe('text', () => {
  it('is limited in length by its schema, in characters', () => {
    const longest = '😀'.repeat(500);
    expect(read(`q=${encodeURIComponent(longest)}`).text('q')).toBe(longest);
    expect(() => read(`q=${'a'.repeat(501)}`)).toThrow(refusal('q', 'q may have at most 500 characters.'));
  });
});

describe('names', () => {
  it('of a family are accepted, and ignored unless declared', () => {
    const values = read('fields[tag]=a,b&fields[other]=c');
    expect(values.list('fields[tag]')).toEqual(['a', 'b']);
    expect(values.list('fields[other]')).toBeUndefined();
  });

  it('that are reserved but not declared are refused before values are checked', () => {
    expect(() => read('limit=x&page=2')).toThrow(
      refusal('page', 'This query parameter is not supported here.'),
    );
  });

  it('that are not declared are ignored with `ignored`, except `refused` ones', () => {
    const lenient = declareParameters([LIMIT], { ignored: true, refused: ['sort'] });
    expect(lenient.read(parseQuery('page=2&limit=3')).integer('limit')).toBe(3);
    expect(() => lenient.read(parseQuery('page=2&sort='))).toThrow(
      refusal('sort', 'sort is not supported here.'),
    );
  });
});
