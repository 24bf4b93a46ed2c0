import { readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { CATALOGUES, catalogueOf } from './catalogue.ts';
import { CATALOGUES as DESK_CATALOGUES } from './desk/desk-phrasing.ts';
import { DESK_ENGLISH } from './desk/en.ts';
import { fill } from './fill.ts';
import { namedLanguages } from './language-code.ts';
import { ENGLISH } from './languages/en.ts';
import { createPhrasings } from './phrasing.ts';
import { collationOf } from './text-order.ts';

const LANGUAGES = Object.entries(CATALOGUES);
const OTHERS = LANGUAGES.filter(([language]) => language !== 'en');

const EVERYWHERE: [string, object, object][] = [
  ...LANGUAGES.map(([language, texts]): [string, object, object] => [`${language} on pages`, texts, ENGLISH]),
  ...(await Promise.all(
    Object.entries(DESK_CATALOGUES).map(
      async ([language, load]): Promise<[string, object, object]> => [
        `${language} at desks`,
        await load(),
        DESK_ENGLISH,
      ],
    ),
  )),
];

/** Texts by `section.name`, or `section.name.form` for plural forms. */
function textsOf(node: object, path: string[] = []): [name: string, text: string][] {
  return Object.entries(node).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [[[...path, name].join('.'), value] satisfies [string, string]]
      : textsOf(value, [...path, name]),
  );
}

/** `section.name`, without a plural form. */
function nameOf([name]: [name: string, text: string]): string {
  return name.replace(/\.(zero|one|two|few|many|other)$/, '');
}

function placesOf(text: string): string {
  return [...new Set(text.match(/\{\w+\}/g))].toSorted().join(' ');
}

describe('the catalogues', () => {
  it('exist for each language file', () => {
    const files = readdirSync(new URL('./languages/', import.meta.url)).map((name) =>
      name.replace('.ts', ''),
    );
    expect(Object.keys(CATALOGUES).toSorted()).toEqual(files.toSorted());
    expect(files).toHaveLength(12);
  });

  it('exist for each folder of desk texts', () => {
    const folders = readdirSync(new URL('./desk/', import.meta.url)).filter((name) => !name.includes('.'));
    expect(Object.keys(DESK_CATALOGUES).toSorted()).toEqual(folders.toSorted());
    expect(folders).toHaveLength(12);
  });

  it.each(EVERYWHERE)('are complete in %s, with the same placeholders as in English', (_, texts, english) => {
    const wanted = new Map(textsOf(english));
    const englishOf = (name: string) =>
      wanted.get(name) ?? wanted.get(name.replace(/\.\w+$/, '.other')) ?? '';
    const found = textsOf(texts);
    expect(new Set(found.map(nameOf))).toEqual(new Set([...wanted].map(nameOf)));
    for (const [name, text] of found)
      expect([name, placesOf(text)]).toEqual([name, placesOf(englishOf(name))]);
  });

  it.each(EVERYWHERE)('contain no markup and no surrounding white space in %s', (_, texts) => {
    for (const [name, text] of textsOf(texts))
      expect([name, text]).toEqual([name, expect.stringMatching(/^[^<&\s]([^<&]*[^<&\s])?$/)]);
  });

  it.each(EVERYWHERE.filter(([, texts, english]) => texts !== english))(
    'have sentences in %s that are not those of English',
    (_, texts, english) => {
      const sentences = new Set(textsOf(english).map(([, text]) => text));
      expect(textsOf(texts).filter(([, text]) => /\w \w.*\.$/.test(text) && sentences.has(text))).toEqual([]);
    },
  );

  it('fall back to English for an unsupported language', () => {
    expect([catalogueOf('et'), catalogueOf('toString')]).toEqual([ENGLISH, ENGLISH]);
  });
});

describe('messages about posts', () => {
  it.each(LANGUAGES)(
    'are whole sentences in %s that parameters of addresses can carry',
    (_language, { messages }) => {
      for (const text of Object.values(messages)) {
        expect(text).toMatch(/^[\p{Lu}¿{].*\.$/u);
        expect(text).not.toMatch(/[&=+%<>"#]/);
      }
    },
  );

  it.each(OTHERS)('are translated in %s', (_language, { messages }) => {
    for (const [name, text] of Object.entries(ENGLISH.messages))
      expect(messages[name as keyof typeof messages]).not.toBe(text);
  });
});

const DAY = new Date('2026-11-21T23:59:59Z');

const phrasingOf = createPhrasings('dialogs');

describe('a phrasing', () => {
  it.each([
    ['pl', 1, '1 komentarz'],
    ['pl', 3, '3 komentarze'],
    ['pl', 5, '5 komentarzy'],
    ['sv', 1, '1 kommentar'],
    ['sv', 12_345, '12 345 kommentarer'],
    ['de', 12_345, '12.345 Kommentare'],
    ['hu', 2, '2 comments'],
  ])('in %s counts %d as "%s"', (language, n, text) => {
    const phrasing = phrasingOf(language);
    expect(phrasing.count(phrasing.words.commentCount, n).replace(/\s/g, ' ')).toBe(text);
  });

  it('is created once for each language', () => {
    expect(phrasingOf('sv')).toBe(phrasingOf('sv'));
  });

  it('precomputes counts for scripts', () => {
    const { countsUpTo, words } = createPhrasings('guides')('en');
    expect(countsUpTo(2, words.guideCount)).toEqual(['0 guides', '1 guide', '2 guides']);
  });

  it.each([
    ['en', '21 November 2026'],
    ['sv', '21 november 2026'],
    ['de', '21. November 2026'],
    ['pl', '21 listopada 2026'],
    ['ja', '21 November 2026'],
  ])('in %s writes a day as "%s", wherever the server is', (language, text) => {
    expect(phrasingOf(language).date(DAY)).toBe(text);
  });

  it.each([
    ['en', '21 November 2026 at 23:59 UTC'],
    ['sv', '21 november 2026 kl. 23:59 UTC'],
    ['pl', '21 listopada 2026 23:59 UTC'],
  ])('in %s writes a time with its zone as "%s"', (language, text) => {
    expect(phrasingOf(language).time(DAY)).toBe(text);
  });

  it.each([
    ['sv', 'ltr'],
    ['ar', 'rtl'],
    ['he', 'rtl'],
    ['ps', 'rtl'],
  ])('in %s is read from %s', (language, direction) => {
    expect(phrasingOf(language).direction).toBe(direction);
  });
});

it('fills in named values, but no inherited properties', () => {
  expect(fill('{a} {b} {toString}', { a: 1, b: '{a}' })).toBe('1 {a} {toString}');
});

describe('the list of languages', () => {
  it.each(Object.keys(CATALOGUES))('has each language once, in %s', (language) => {
    const listed = namedLanguages(language);
    expect(new Set(listed.map(({ name }) => name)).size).toBe(listed.length);
    expect(listed.map(({ code }) => code)).toEqual(
      expect.arrayContaining([...Object.keys(CATALOGUES), 'he', 'id', 'jv', 'ro', 'sr', 'tl', 'yi']),
    );
    expect(listed.filter(({ code }) => /^(?:in|iw|ji|jw|mo|sh|tw)$/.test(code))).toEqual([]);
  });

  it.each([
    ['iw', { code: 'iw', name: 'Hebrew (iw)' }],
    ['tw', { code: 'tw', name: 'Akan (tw)' }],
    ['sv', { code: 'sv', name: 'Swedish' }],
  ])('has the stored code %s', (stored, expected) => {
    expect(namedLanguages('en', stored).filter(({ code }) => code === stored)).toEqual([expected]);
  });
});

describe('the order of texts', () => {
  const letters = Array.from({ length: 0x3000 - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index));
  const latin = Array.from('abcdefghijklmnopqrstuvwxyz');
  const pairs = latin.flatMap((one) => latin.map((other) => one + other));
  const english = new Intl.Collator('en', { numeric: true });
  const sorted = [...letters.filter((letter) => /[\p{L}\p{N}\p{P}]/u.test(letter)), ...pairs].toSorted(
    english.compare,
  );

  it('is that of English for all languages that share its collation', () => {
    const languages = namedLanguages('en').filter(({ code }) => collationOf(code) === collationOf('en'));
    expect(languages.length).toBeGreaterThan(80);
    const own = languages.filter(({ code }) => {
      const { compare } = new Intl.Collator([code, 'en'], { numeric: true });
      return sorted.some((text, index) => compare(sorted[index - 1] ?? '', text) > 0);
    });
    expect(own).toEqual([]);
  });
});
