import { readTable } from '@guidepost/lemmas';
import { describe, expect, it } from '@jest/globals';
import { buildAutomaton } from './automaton.ts';
import { collectInflections } from './inflections.ts';
import { decodeWordList } from './word-list.ts';
import { writeTable } from './write-table.ts';

/** A word list in simplemma's format. */
function wordList(count: number, ...records: number[][]): Buffer {
  return Buffer.concat([Buffer.from('SMFC1\0'), Buffer.from([count, ...records.flat()])]);
}

const [M, I, C, E, O, U, S] = Buffer.from('miceous');
const MICE = [0, 4, M, I, C, E, 3, 4, O, U, S, E].map(Number);
const MICES_LIKE_BEFORE = [4, 1, Number(S), 254];
const MOUSE_ITSELF = [1, 4, O, U, S, E, 0, 0].map(Number);

describe('decodeWordList(file)', () => {
  it('reads forms that share their beginnings, and lemmas that share those of their forms', () => {
    expect([...decodeWordList(wordList(3, MICE, MICES_LIKE_BEFORE, MOUSE_ITSELF))]).toEqual([
      ['mice', 'mouse'],
      ['mices', 'mouse'],
      ['mouse', 'mouse'],
    ]);
  });

  it.each([
    ['another format', Buffer.from('PK and so on')],
    ['a list that is cut off', wordList(1, MICE).subarray(0, -1)],
    ['a list with fewer forms than it says', wordList(2, MICE)],
  ])('refuses %s', (_kind, file) => {
    expect(() => decodeWordList(file)).toThrow(/simplemma|cut off|1 of 2/);
  });
});

type Words = Record<string, string>;

function collect(language: string, words: Words, irregular = ''): Record<string, readonly string[]> {
  const inflections = collectInflections(language);
  inflections.addIrregular(irregular);
  inflections.addDictionary(new Map(Object.entries(words)));
  return Object.fromEntries(inflections.words);
}

const LEFT_OUT: [kind: string, language: string, words: Words][] = [
  ['a dictionary form', 'en', { mouse: 'mouse' }],
  ['an inflection that the stemmer joins', 'en', { houses: 'house' }],
  ['a name', 'pl', { Nowakowie: 'Nowak', nowakami: 'Nowak' }],
  ['a German abbreviation', 'de', { LKWs: 'LKW' }],
  ['a short word', 'en', { saw: 'see' }],
  ['several words', 'en', { 'well off': 'better off' }],
  ['a word with digits', 'da', { '18årig': 'attenårig' }],
  ['a translation', 'fi', { kuntamuoto: 'municipality' }],
];

const KEPT: [kind: string, language: string, words: Words, Words][] = [
  ['a German noun', 'de', { Kriterien: 'Kriterium' }, { kriterien: 'kriterium' }],
  ['an irregular word', 'en', { went: 'go' }, { went: 'go' }],
  ['a participle with a prefix', 'nl', { geslopen: 'sluipen' }, { geslopen: 'sluipen' }],
  ['a superlative with a prefix', 'hr', { najsporiji: 'spor' }, { najsporiji: 'spor' }],
  ['a form without its accents', 'fr', { écrivîtes: 'écrire' }, { ecrivites: 'écrire' }],
  ['a form with its own letters', 'sv', { böckerna: 'bok' }, { böckerna: 'bok' }],
];

describe('collectInflections(language)', () => {
  it.each(LEFT_OUT)('leaves out %s', (_kind, language, words) => {
    expect(collect(language, words)).toEqual({});
  });

  it.each(KEPT)('keeps %s', (_kind, language, words, kept) => {
    expect(collect(language, words)).toEqual(
      Object.fromEntries(Object.entries(kept).map(([form, lemma]) => [form, [lemma]])),
    );
  });

  it('leads from an inflected participle to its verb', () => {
    const words = { zugespieltem: 'zugespielt', zugespielt: 'zuspielen' };
    expect(collect('de', words).zugespieltem).toContain('zuspielen');
  });

  it('puts our own list before the dictionary, in which each word may be short', () => {
    expect(collect('sv', { bytas: 'bytas', föra: 'forne' }, '# Verbs\nfara föra\nse såg')).toMatchObject({
      föra: ['fara', 'forne'],
      såg: ['se'],
    });
  });

  it('has at most three lemmas of a form', () => {
    expect(collect('en', { abcd: 'three' }, 'one abcd\ntwo abcd\nfour abcd').abcd).toHaveLength(3);
  });
});

describe('buildAutomaton(paths)', () => {
  it('shares beginnings and ends', () => {
    const paths = ['al', 'ar', 'er', 'ol'].map((way) => `${way}aux`);
    expect(buildAutomaton(paths).arcs).toHaveLength(
      1 + 'aux'.length + 'lr'.length + 'r'.length + 'l'.length + 'aeo'.length,
    );
  });
});

describe('writeTable(words)', () => {
  const words = new Map([
    ['aufgemacht', ['aufmachen']],
    ['better', ['good', 'well']],
    ['bätter', ['bät']],
    ['gegangen', ['gehen']],
    ['людям', ['человек', 'люди']],
    ['went', ['go']],
  ]);
  const lookUp = readTable(writeTable(words));

  it.each([...words])('writes that %s has the lemmas %j', (form, lemmas) => {
    expect(lookUp(form).toSorted()).toEqual(lemmas.toSorted());
  });

  it.each(['', 'bet', 'betterr', 'go', 'xyz'])('writes nothing of %j', (form) => {
    expect(lookUp(form)).toEqual([]);
  });

  it('writes a table without words', () => {
    expect(readTable(writeTable(new Map()))('went')).toEqual([]);
  });
});
