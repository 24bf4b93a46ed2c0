import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { LEMMA_LANGUAGES, lemmasOf } from './index.ts';

function lemmas(code: string, form: string): readonly string[] {
  const find = lemmasOf(code);
  if (!find) throw new Error(`No table of ${code}.`);
  return find(form);
}

function readText(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
}

const FORMS: [language: string, form: string, lemmas: string[]][] = [
  ['da', 'bøger', ['bog']],
  ['da', 'fløjet', ['flyve']],
  ['de', 'gegangen', ['gehen']],
  ['de', 'angekündigten', ['ankündigen']],
  ['de', 'liest', ['lesen']],
  ['en', 'wrote', ['write']],
  ['en', 'mice', ['mouse']],
  ['en', 'indices', ['index']],
  ['es', 'dijeron', ['decir']],
  ['fi', 'ihmisten', ['ihminen']],
  ['fr', 'veulent', ['vouloir']],
  ['it', 'scelto', ['scegliere']],
  ['nb', 'bøker', ['bok']],
  ['nl', 'geschreven', ['schrijven']],
  ['pl', 'ludzi', ['człowiek']],
  ['pt', 'fizeram', ['fazer']],
  ['sv', 'lösenordet', ['lösenord']],
  ['sv', 'skrivit', ['skriva']],
  ['uk', 'людей', ['людина']],
];

/** Languages without a dictionary. */
const OWN_LIST_ALONE = new Set(['eu', 'tr']);

const IRREGULAR: typeof FORMS = [
  ['da', 'hænder', ['hånd']],
  ['en', 'people', ['person']],
  ['en', 'biggest', ['big']],
  ['es', 'escrito', ['escribir']],
  ['ar', 'كتب', ['كتاب']],
  ['eu', 'ikusten', ['ikusi']],
  ['hy', 'կանայք', ['կին']],
  ['fr', 'yeux', ['œil']],
  ['ru', 'дети', ['ребёнок']],
  ['sv', 'händer', ['hand']],
  ['sv', 'möss', ['mus']],
  ['sv', 'söner', ['son']],
  ['tr', 'oduyor', ['ödemek']],
];

describe('lemmasOf(code)', () => {
  it.each(FORMS)('in %s, gives for %s of a dictionary %j', (language, form, expected) => {
    expect(lemmas(language, form)).toEqual(expected);
  });

  it.each(IRREGULAR)('in %s, gives for %s of our own list %j', (language, form, expected) => {
    expect(lemmas(language, form)).toEqual(expected);
  });

  it('gives several lemmas of a form', () => {
    expect(lemmas('en', 'better')).toEqual(['good', 'well']);
  });

  it('gives lemmas with their accents for forms without', () => {
    expect(lemmas('fr', 'ecrits')).toEqual(['écrire']);
  });

  it('changes words of three letters only by our own lists', () => {
    expect(lemmas('en', 'saw')).toEqual(['see']);
    expect(lemmas('en', 'ate')).toEqual(['eat']);
    expect(lemmas('pl', 'tym')).toEqual([]);
  });

  it.each([
    ['en', 'athens'],
    ['pl', 'kowalskiego'],
    ['sv', 'annas'],
  ])('in %s, gives none for the name %s', (language, name) => {
    expect(lemmas(language, name)).toEqual([]);
  });

  it.each([
    ['a dictionary form', 'write'],
    ['an inflection that the stemmer joins', 'writes'],
    ['a word of no dictionary', 'guidepostish'],
    ['the beginning of a form', 'wro'],
    ['another script', 'писал'],
    ['nothing', ''],
    ['a long word', 'wrote'.repeat(2_000)],
  ])('gives none for %s', (_kind, form) => {
    expect(lemmas('en', form)).toEqual([]);
  });

  it.each(['ja', 'ta', 'xx', '', '../en', 'constructor'])('knows no table of %j', (code) => {
    expect(lemmasOf(code)).toBeUndefined();
  });

  it.each([
    ['no', 'bøker', 'bok'],
    ['hr', 'knjigama', 'knjiga'],
    ['sr', 'књигама', 'књига'],
  ])('reads for %s the table of the language that is written alike', (code, form, lemma) => {
    expect(lemmas(code, form)).toEqual([lemma]);
  });

  it('reads a table once', () => {
    expect(lemmasOf('sv')).toBe(lemmasOf('sv'));
  });
});

describe('the tables', () => {
  it.each(LEMMA_LANGUAGES)('have one of %s, of less than 15 MB in memory', (language) => {
    expect(lemmasOf(language)).toBeDefined();
    const file = readFileSync(new URL(`../tables/${language}.lemmas`, import.meta.url));
    const arcs = file.readUInt32LE(12);
    expect(arcs).toBeGreaterThan(OWN_LIST_ALONE.has(language) ? 100 : 10_000);
    expect(4 * arcs).toBeLessThan(15_000_000);
  });

  it('are those of the languages, and each has its licences', () => {
    const files = readdirSync(new URL('../tables', import.meta.url)).map((file) =>
      file.replace('.lemmas', ''),
    );
    expect(files.toSorted()).toEqual(LEMMA_LANGUAGES.toSorted());
    const rows = readText('NOTICE.md').matchAll(/^\| `(\w+)` \|.*\|$/gm);
    expect(Array.from(rows, ([, code]) => code).toSorted()).toEqual(LEMMA_LANGUAGES.toSorted());
  });

  it('take 12 MB in all', () => {
    const sizes = LEMMA_LANGUAGES.map(
      (language) => readFileSync(new URL(`../tables/${language}.lemmas`, import.meta.url)).length,
    );
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(12_000_000);
  });

  it('have licences that package.json names', () => {
    const { license } = JSON.parse(readText('package.json'));
    const named = Array.from(readText('NOTICE.md').matchAll(/^\| \[`([\w.-]+)`\]/gm), ([, code]) => code);
    expect(license.split(' AND ').toSorted()).toEqual(named.toSorted());
  });
});
