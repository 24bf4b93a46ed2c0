import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { catalogueOf, LANGUAGES, readTexts } from './catalogue.ts';
import { namedLanguages } from './language-code.ts';
import { createDeskPhrasings, createPhrasings } from './phrasing.ts';
import { collationOf } from './text-order.ts';
import { fill, sizeIn } from './texts.ts';

const FOLDER = new URL('../texts/', import.meta.url);
const OTHERS = LANGUAGES.filter((language) => language !== 'en');

/** Texts by `section.name`, with the form after an underscore. */
type Written = Map<string, string>;

function textsOf(node: object, path: string[] = []): [name: string, text: string][] {
  return Object.entries(node).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [[[...path, name].join('.'), value] satisfies [string, string]]
      : textsOf(value, [...path, name]),
  );
}

function textsIn(language: string): Written {
  return new Map(textsOf(JSON.parse(readFileSync(new URL(`${language}.json`, FOLDER), 'utf8'))));
}

const FORM = /_(zero|one|two|few|many|other)$/;

/** `section.name`, without a plural form. */
function nameOf(name: string): string {
  return name.replace(FORM, '');
}

/** By name: the forms that a file has, none for a text without a number. */
function formsIn(texts: Written): Map<string, string[]> {
  const names = Map.groupBy(texts.keys(), nameOf);
  return new Map(
    Array.from(names, ([name, keys]) => [name, keys.flatMap((key) => FORM.exec(key)?.[1] ?? []).toSorted()]),
  );
}

/** The forms that whole numbers take; nothing counts fractions. */
function formsOf(language: string): string[] {
  const rules = new Intl.PluralRules(language);
  const numbers = [...Array(1_000).keys(), 1_000, 10_000, 100_000, 1_000_000];
  return [...new Set(numbers.map((n) => rules.select(n)))].toSorted();
}

/** Placeholders that code fills in, and those that people type as they are (`{title}` in canned answers). */
function placesOf(text: string): string {
  return [...new Set(text.match(/\{\{?\w+\}?\}/g))].toSorted().join(' ');
}

const ENGLISH = textsIn('en');

/** The English text with the same number, or else of the most general form. */
function englishOf(name: string): string {
  return ENGLISH.get(name) ?? ENGLISH.get(name.replace(FORM, '_other')) ?? '';
}

describe('the texts', () => {
  it('are one file for each language', () => {
    const files = readdirSync(FOLDER).map((name) => name.replace('.json', ''));
    expect(LANGUAGES.toSorted()).toEqual(files.toSorted());
    expect(LANGUAGES[0]).toBe('en');
  });

  it('are in at least twelve languages', () => {
    const languages = ['da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'nb', 'nl', 'pl', 'pt', 'sv'];
    expect(LANGUAGES).toEqual(expect.arrayContaining(languages));
  });

  it.each(LANGUAGES)('are complete in %s, with the plural forms of the language', (language) => {
    const wanted = Array.from(formsIn(ENGLISH), ([name, forms]): [string, string[]] => [
      name,
      forms.length > 0 ? formsOf(language) : [],
    ]);
    expect(formsIn(textsIn(language))).toEqual(new Map(wanted));
  });

  it.each(LANGUAGES)('have the same placeholders in %s as in English', (language) => {
    for (const [name, text] of textsIn(language))
      expect([name, placesOf(text)]).toEqual([name, placesOf(englishOf(name))]);
  });

  it.each(LANGUAGES)('contain no markup and no surrounding white space in %s', (language) => {
    for (const [name, text] of textsIn(language)) {
      // The editor names elements that it would lose.
      const withoutElements = name.startsWith('editor.') ? text.replace(/<(\{\{element\}\})>/g, '$1') : text;
      expect([name, withoutElements]).toEqual([name, expect.stringMatching(/^[^<&\s]([^<&]*[^<&\s])?$/)]);
    }
  });

  it.each(OTHERS)('have sentences in %s that are not those of English', (language) => {
    const sentences = new Set(ENGLISH.values());
    const texts = [...textsIn(language)];
    expect(texts.filter(([, text]) => /\w \w.*\.$/.test(text) && sentences.has(text))).toEqual([]);
  });

  it('of plural forms are together, and have a form for fractions', () => {
    expect(catalogueOf('sv').pages.guideCount).toEqual({ one: '{{count}} guide', other: '{{count}} guider' });
    expect(catalogueOf('pl').pages.guideCount).toMatchObject({
      few: '{{count}} poradniki',
      other: expect.any(String),
    });
  });

  it('fall back to English for an unsupported language', () => {
    const english = catalogueOf('en');
    expect([catalogueOf('et'), catalogueOf('toString')]).toEqual([english, english]);
    expect(english.mail.signIn).toBe(readTexts('en').mail.signIn);
  });

  it('of one desk do not replace those of both', () => {
    const { pages, desk } = readTexts('en');
    const { guides, dialogs, forum, ...shared } = desk;
    // Those of both are joined with those of one, or the desk of a forum has more of them.
    const extended = ['actions', 'scopes'];
    const names = [pages, shared.common, shared.health, shared.webhooks].flatMap(Object.keys);
    const own = [guides, dialogs, forum].flatMap(Object.keys);
    expect(own.filter((name) => names.includes(name) && !extended.includes(name))).toEqual([]);
  });

  it('of a desk are not kept for pages', () => {
    const { desk, editor, ...pages } = readTexts('sv');
    expect(catalogueOf('sv')).toEqual(pages);
    expect([desk.common.desk, editor.insert]).toEqual(['Redaktionen', 'Infoga']);
  });
});

describe('messages about posts', () => {
  it.each(LANGUAGES)('are whole sentences in %s that parameters of addresses can carry', (language) => {
    for (const text of Object.values(catalogueOf(language).messages)) {
      expect(text).toMatch(/^[\p{Lu}¿{].*\.$/u);
      expect(text).not.toMatch(/[&=+%<>"#]/);
    }
  });

  it.each(OTHERS)('are translated in %s', (language) => {
    const { messages } = catalogueOf(language);
    for (const [name, text] of Object.entries(catalogueOf('en').messages))
      expect(messages[name as keyof typeof messages]).not.toBe(text);
  });
});

const DAY = new Date('2026-11-21T23:59:59Z');

const phrasingOf = createPhrasings('forum');

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
  expect(fill('{{a}} {{b}} {{toString}} {a}', { a: 1, b: '{{a}}' })).toBe('1 {{a}} {{toString}} {a}');
});

describe('a phrasing of a desk', () => {
  const phrasingOf = createDeskPhrasings(({ desk }) => desk.guides);

  it('has the texts of all pages, all desks and its own', () => {
    const { words } = phrasingOf('en');
    expect([words.home, words.signOut, words.newGuide]).toEqual(['Home', 'Sign out', 'New guide']);
    expect(words.actions).toMatchObject({ 'staff invite': 'Invited', 'guide create': 'Created a guide' });
  });

  it('is created once for each language, and is English for one that desks do not speak', () => {
    expect(phrasingOf('sv')).toBe(phrasingOf('sv'));
    expect(phrasingOf('et')).toBe(phrasingOf('en'));
  });
});

describe('the list of languages', () => {
  it.each(LANGUAGES)('has each language once, in %s', (language) => {
    const listed = namedLanguages(language);
    expect(new Set(listed.map(({ name }) => name)).size).toBe(listed.length);
    expect(listed.map(({ code }) => code)).toEqual(
      expect.arrayContaining([...LANGUAGES, 'he', 'id', 'jv', 'ro', 'sr', 'tl', 'yi']),
    );
    expect(listed.filter(({ code }) => /^(?:in|iw|ji|jw|mo|sh|tw)$/.test(code))).toEqual([]);
  });

  it.each([
    ['iw', { code: 'iw', name: 'Hebrew (iw)' }],
    ['tw', { code: 'tw', name: 'Akan (tw)' }],
    ['sv', { code: 'sv', name: 'Swedish' }],
    ['pt-BR', { code: 'pt-BR', name: 'Brazilian Portuguese (pt-BR)' }],
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

describe('sizeIn', () => {
  it.each([
    ['en', 0, '0 bytes'],
    ['en', 999, '999 bytes'],
    ['en', 1_234, '1.2 kB'],
    ['en', 38_900, '39 kB'],
    ['en', 999_949, '1 MB'],
    ['sv', 1_234_567, '1,2 MB'],
    ['fr', 25_000_000, '25 Mo'],
    ['xx', 3_120_400_000, '3.1 GB'],
  ])('in %s: %d', (language, bytes, size) => {
    expect(sizeIn(language, bytes).replaceAll(/\s/g, ' ')).toBe(size);
  });
});
