import { readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { CATALOGUES, catalogueOf } from './catalogue.ts';
import { ENGLISH } from './languages/en.ts';

const LANGUAGES = Object.entries(CATALOGUES);
const OTHERS = LANGUAGES.filter(([language]) => language !== 'en');

/** Texts by `section.name`, or `section.name.form` for plural forms. */
function textsOf(node: object, path: string[] = []): [name: string, text: string][] {
  return Object.entries(node).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [[[...path, name].join('.'), value] satisfies [string, string]]
      : textsOf(value, [...path, name]),
  );
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

  it.each(LANGUAGES)('have the same placeholders in %s as in English', (_language, catalogue) => {
    const english = new Map(textsOf(ENGLISH));
    const wanted = (name: string) => english.get(name) ?? english.get(name.replace(/\.\w+$/, '.other')) ?? '';
    for (const [name, text] of textsOf(catalogue))
      expect([name, placesOf(text)]).toEqual([name, placesOf(wanted(name))]);
  });

  it.each(LANGUAGES)('contain no markup and no surrounding white space in %s', (_language, catalogue) => {
    for (const [name, text] of textsOf(catalogue))
      expect([name, text]).toEqual([name, expect.stringMatching(/^[^<>&\s]([^<>&]*[^<>&\s])?$/)]);
  });

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
