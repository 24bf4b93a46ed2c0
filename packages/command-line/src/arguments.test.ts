import { describe, expect, it } from '@jest/globals';
import { findDatabase } from './command-database.ts';
import { parseLanguage, parseName } from './options.ts';

describe('a name', () => {
  it.each([
    ['Example Help', 'Example Help'],
    ['  Example \u00a0 Help ', 'Example Help'],
    ['👍'.repeat(200), '👍'.repeat(200)],
  ])('is taken without superfluous white space: "%s"', (value, name) => {
    expect(parseName(value)).toBe(name);
  });

  it.each([
    ['nothing', ''],
    ['white space', ' \u00a0'],
    ['invisible characters', '\u200b\u3164\u{e0041}'],
    ['a line break (S24)', 'a\nb'],
    ['a control character', 'a\u0007b'],
    ['half a character', '\ud83d'],
    ['more than 200 characters', 'a'.repeat(201)],
  ])('is not %s', (_, value) => {
    expect(() => parseName(value)).toThrow(/^It must/);
  });
});

describe('a language', () => {
  it.each([
    ['SV', 'sv'],
    ['pt_br', 'pt-BR'],
    ['zh-HANT', 'zh-Hant'],
  ])('%s is %s', (value, tag) => {
    expect(parseLanguage(value)).toBe(tag);
  });

  it.each(['', 's', 'swe', 's1', 'qq', 'ar-u-nu-latn'])('is not "%s"', (value) => {
    expect(() => parseLanguage(value)).toThrow('language tag');
  });
});

const URL = 'postgres://guidepost@localhost/example';

describe('the database of a command', () => {
  it.each([
    ['is the one that the variable names', { EXAMPLE_DATABASE_URL: URL, DATA_DIR: '/data' }, { url: URL }],
    ['is else the embedded one in DATA_DIR', { DATA_DIR: '/data' }, { directory: '/data/postgres' }],
    [
      'is else the one of the repository',
      {},
      { directory: expect.stringMatching(/[/\\]\.data[/\\]postgres$/) },
    ],
  ])('%s', (_, environment, place) => {
    expect(findDatabase('EXAMPLE_DATABASE_URL', environment)).toEqual(place);
  });

  it.each(['mysql://user:hunter2@localhost/example', 'postgres://user:hun ter2@/example'])(
    'is named where it is none, without its password: %s',
    (url) => {
      expect(() => findDatabase('EXAMPLE_DATABASE_URL', { EXAMPLE_DATABASE_URL: url })).toThrow(
        /^EXAMPLE_DATABASE_URL is not valid(?!.*ter2)/,
      );
    },
  );
});
