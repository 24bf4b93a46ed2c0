import { describe, expect, it } from '@jest/globals';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { HOSTILE_QUERIES } from '../testing/hostile-queries.ts';
import { wordsOf, writtenForm } from '../testing/indexed-texts.ts';
import {
  decodeWords,
  encodeWords,
  indexedWords,
  readSpelling,
  readVarint,
  spellWord,
} from './indexed-words.ts';

/** Fields as they are read back from the database, their words as `form/stem~folded`. */
function storedFields(fields: readonly string[], language: string): string[] {
  const stored = decodeWords(encodeWords(wordsOf(fields, createAnalyzer(language))));
  const { lengths, spellings, places } = stored;
  const words = Buffer.from(spellings).toString().split('\n');
  const reader = { bytes: places, at: 0 };
  const read = () => writtenForm(readSpelling(words[readVarint(reader) >>> 1] ?? ''));
  const written = lengths.map((length) => Array.from({ length }, read).join(' '));
  expect(reader.at).toBe(places.length);
  return written;
}

function analysedFields(fields: readonly string[], language: string): string[] {
  const analyzer = createAnalyzer(language);
  return fields.map((field) => analyzer.words(field).map(writtenForm).join(' '));
}

const manyWords = (count: number) => Array.from({ length: count }, (_, index) => `w${index}x`).join(' ');

/** 20 kB of all that has to stay together. */
const pieces = (separator: string) =>
  Array.from({ length: 1_000 }, (_, index) =>
    `.NET C++ l'eau plug-in ${index}.5 a_b`.replaceAll(' ', separator),
  ).join(separator);

describe('the words of a document', () => {
  it.each<[string, string, string[]]>([
    ['of one field', 'en', ['Vacuuming tables']],
    ['of several fields', 'en', ['Slots', 'Dropping slots', 'A slot is dropped.']],
    ['of empty fields', 'en', ['', 'Slots', '', '']],
    ['of no field', 'en', []],
    ['of no word', 'en', ['???', '🙂']],
    ['with letters of their own', 'sv', ['Får', 'Fåren, ett får, far']],
    ['with parts', 'en', ['Put settings.json beside a plug-in', 'pg_stat_activity::foo']],
    ['of scripts without spaces', 'ja', ['データベースに接続できません', '接続']],
    ['beyond the basic plane', 'en', ['𝒳𝒴 𠮷野家', '😀a😀']],
    ['that is longer than a word may be', 'en', ['x'.repeat(500)]],
    ['of 20,000 different words', 'en', [manyWords(20_000)]],
    ['that is analysed in pieces', 'en', [pieces(' '), pieces('\n'), pieces('\u00a0'), pieces('\uFEFF')]],
    ['of one word 50,000 times', 'en', ['a', 'again '.repeat(50_000)]],
    ['with signs that separate words of the encoding', 'en', ['a\tb\nc\u0000d\u2028e', 'f\r\n\tg']],
    ['of lone surrogates', 'en', ['a\uD800b \uDC00']],
    ['that are names of properties', 'en', ['__proto__ constructor toString']],
  ])('%s are read back from the database as they were', (_, language, fields) => {
    expect(storedFields(fields, language)).toEqual(analysedFields(fields, language));
  });

  it('are analysed in steps of a few thousand characters', () => {
    const steps = indexedWords([pieces(' '), 'x'.repeat(200_000)], createAnalyzer('en'));
    let count = 0;
    while (!steps.next().done) count += 1;
    expect(count).toBeGreaterThan(pieces(' ').length / 5_000);
  });

  it.each(HOSTILE_QUERIES)('survive a hostile text: %j', (text) => {
    expect(storedFields([text, text], 'en')).toEqual(analysedFields([text, text], 'en'));
  });

  it('are spelt once each, most frequent first', () => {
    const { words, lengths } = wordsOf(['Slots', 'a slot, a slot'], createAnalyzer('en'));
    expect(words).toEqual(['a', 'slot', 'slots\tslot']);
    expect(lengths).toEqual([1, 4]);
  });

  it.each([
    [{ form: 'slot', stem: 'slot' }, 'slot'],
    [{ form: 'slots', stem: 'slot' }, 'slots\tslot'],
    [{ form: 'fåren', stem: 'får', folded: 'far' }, 'fåren\tfår\tfar'],
    [{ form: 'får', stem: 'får', folded: 'far' }, 'får\tfår\tfar'],
  ])('are spelt with what the analysis says: %j', (word, spelling) => {
    expect(spellWord(word)).toBe(spelling);
    expect(readSpelling(spelling)).toEqual(word);
  });

  it('of a document that was cut short end without an error', () => {
    const bytes = encodeWords(wordsOf(['Slots and more slots'], createAnalyzer('en')));
    for (let length = 0; length < bytes.length; length += 1)
      expect(() => decodeWords(bytes.subarray(0, length))).not.toThrow();
  });
});
