import { describe, expect, it } from '@jest/globals';
import { documentOf, indexTexts } from '../testing/indexed-texts.ts';
import { documentOf as numberOf, weightOf } from './number-lists.ts';
import { TenantIndex } from './tenant-index.ts';

/** Documents that have a word, as `number:weight`. */
function postings({ vocabulary }: TenantIndex, stem: string): string[] {
  return vocabulary
    .withStem(stem)
    .flatMap((term) =>
      Array.from(vocabulary.postings(term), (posting) => `${numberOf(posting)}:${weightOf(posting)}`),
    );
}

/** How many visible documents have a word. */
function count({ vocabulary }: TenantIndex, stem: string): number {
  return vocabulary.withStem(stem).reduce((sum, term) => sum + (vocabulary.documents[term] ?? 0), 0);
}

function state({ size, visible, averageLength }: TenantIndex): object {
  return { size, visible, averageLength };
}

describe('an index in memory', () => {
  it('counts documents, their words and who has which', () => {
    const { index } = indexTexts('en', ['Red roses', ['Roses', 'A rose, a rose and tulips']]);
    expect(state(index)).toEqual({ size: 2, visible: 2, averageLength: 4.5 });
    expect([count(index, 'rose'), count(index, 'tulip'), count(index, 'violet')]).toEqual([3, 1, 0]);
  });

  it('weighs words by field: title, headings, others', () => {
    const { index } = indexTexts('en', [
      ['Rose', 'rose', 'rose rose'],
      ['', 'rose', ''],
      ['', '', 'rose', 'rose'],
    ]);
    expect(postings(index, 'rose')).toEqual(['0:9', '1:2', '2:2']);
  });

  it('weighs a word that stands everywhere no more than it can note', () => {
    const { index } = indexTexts('en', [['Rose', 'rose '.repeat(10_000)], 'Rose']);
    expect(postings(index, 'rose')).toEqual(['0:1023', '1:5']);
  });

  it('replaces a document', () => {
    const { index } = indexTexts('en', ['Roses', 'Roses and violets']);
    index.put(documentOf(1, ['Tulips']));
    expect(state(index)).toEqual({ size: 2, visible: 2, averageLength: 2 });
    expect([count(index, 'rose'), count(index, 'tulip')]).toEqual([1, 1]);
    expect(index.get(1)?.lengths).toEqual([1]);
  });

  it('replaces a document by the same', () => {
    const { index } = indexTexts('en', ['Roses']);
    const before = state(index);
    index.put(documentOf(1, ['Roses']));
    expect(state(index)).toEqual(before);
    expect(count(index, 'rose')).toBe(1);
  });

  it('removes a document, once', () => {
    const { index } = indexTexts('en', ['Roses', 'Roses and violets']);
    for (const id of [2, 2, 404]) index.remove(id);
    expect(state(index)).toEqual({ size: 1, visible: 1, averageLength: 1 });
    expect([count(index, 'rose'), count(index, 'violet')]).toEqual([1, 0]);
    expect(index.get(2)).toBeUndefined();
  });

  it('is empty without documents', () => {
    const { index } = indexTexts('en', ['Roses']);
    index.remove(1);
    expect(state(index)).toEqual({ size: 0, visible: 0, averageLength: 1 });
  });

  it('does not count hidden documents, nor their words, until they are shown', () => {
    const index = new TenantIndex();
    const states: [hidden: boolean, visible: number][] = [
      [true, 0],
      [true, 0],
      [false, 1],
      [true, 0],
    ];
    for (const [hidden, visible] of states) {
      index.put(documentOf(1, ['Roses'], { hidden }));
      expect([index.size, index.visible, count(index, 'rose')]).toEqual([1, visible, visible]);
      expect(index.get(1)?.hidden).toBe(hidden);
    }
    index.remove(1);
    expect([index.size, index.visible, count(index, 'rose')]).toEqual([0, 0, 0]);
  });

  it('takes a document in steps, and shows it after the last', () => {
    const { index } = indexTexts('en', ['Roses']);
    const before = state(index);
    const text = Array.from({ length: 5_000 }, (_, word) => `w${word}x`).join(' ');
    const steps = index.putting(documentOf(1, ['Tulips', text]));
    let count = 0;
    while (!steps.next().done) {
      count += 1;
      expect([state(index), index.get(1)?.lengths, count > 1 && postings(index, 'rose')]).toEqual([
        before,
        [1],
        count > 1 && ['0:5'],
      ]);
    }
    expect(count).toBeGreaterThan(30);
    expect([index.get(1)?.lengths, postings(index, 'tulip')]).toEqual([[1, 5_000], ['1:5']]);
  });

  it.each([0, 1, 3, 100, 900, 5_000])(
    'keeps documents of %d words as they are, each with its facets',
    (count) => {
      const index = new TenantIndex();
      const text = Array.from({ length: count }, (_, word) => `w${word}x`).join(' ');
      const documents = [1, 2, 3].map((id) =>
        documentOf(id, ['Vacuum', text], { facets: ['all:1', `id:${id}`] }),
      );
      for (const document of documents) index.put(document);
      for (const [number, { id, words }] of documents.entries()) {
        const { lengths, terms = [], places = [] } = index.get(id) ?? {};
        const spellings = Array.from(terms, (term) => index.vocabulary.forms[term]).join('\n');
        expect([lengths, spellings, [...places]]).toEqual([
          words.lengths,
          Buffer.from(words.spellings).toString(),
          [...words.places],
        ]);
        const facets = ['all:1', 'id:1', 'id:2', 'id:3', 'id:4'].map((facet) =>
          index.hasFacet(number, index.facetNumber(facet)),
        );
        expect(facets).toEqual([true, id === 1, id === 2, id === 3, false]);
      }
    },
  );

  it('is wasteful when many documents were replaced', () => {
    const { index } = indexTexts('en', ['Roses']);
    for (let times = 0; times < 1_000; times += 1) index.put(documentOf(1, ['Roses']));
    expect(index.isWasteful).toBe(false);
    index.put(documentOf(1, ['Roses']));
    expect(index.isWasteful).toBe(true);
  });

  it('uses more memory with each document', () => {
    const { index } = indexTexts('en', []);
    const sizes = [index.bytes];
    for (const text of ['Roses', 'Roses and violets', 'Roses, violets and tulips']) {
      index.put(documentOf(sizes.length, [text]));
      sizes.push(index.bytes);
    }
    expect(sizes).toEqual([...new Set(sizes)].toSorted((some, other) => some - other));
  });

  it('frees memory when a document is removed, but for its words', () => {
    const { index } = indexTexts('en', ['Roses', 'Roses and violets']);
    const sizes = [index.bytes];
    for (const change of [() => index.remove(2), () => index.remove(2), () => index.remove(1)]) {
      change();
      sizes.push(index.bytes);
    }
    const [all = 0, one = 0, again, none = 0] = sizes;
    expect([one < all, again === one, none < one, none > 0]).toEqual([true, true, true, true]);
    for (let times = 0; times < 3; times += 1) index.put(documentOf(1, ['Roses']));
    const before = index.bytes;
    index.put(documentOf(1, ['Roses']));
    expect(index.bytes - before).toBeLessThan(10);
  });
});

describe('the vocabulary', () => {
  const { index } = indexTexts('sv', ['Får', 'Fåren', 'Faran', 'Fåtölj', 'Å', 'settings.json', '接続']);
  const { vocabulary } = index;
  const forms = (terms: readonly number[]) => terms.map((term) => vocabulary.forms[term]);

  it.each([
    ['by stem', vocabulary.withStem('får'), ['får', 'fåren']],
    ['by stem without the language’s own letters', vocabulary.withFolded('far'), ['får', 'fåren']],
    ['by beginning', vocabulary.beginningWith('få'), ['får', 'fåren', 'fåtölj']],
    ['by a longer beginning', vocabulary.beginningWith('fåre'), ['fåren']],
    ['by a beginning of one letter', vocabulary.beginningWith('å'), ['å']],
    ['by end', vocabulary.endingWith('an'), ['faran']],
    ['by an end of one letter', vocabulary.endingWith('r'), ['får']],
    ['by the whole word', vocabulary.beginningWith('settings.json'), ['settings.json']],
    ['in a script without spaces', vocabulary.beginningWith('接'), ['接続']],
    ['never by what it does not have', vocabulary.withStem('__proto__'), []],
  ])('finds words %s', (_, terms, expected) => {
    expect(forms(terms)).toEqual(expected);
  });

  it('says which words are in most documents, hidden ones not counted', () => {
    const texts = ['Tulip', 'Rose tulip', 'Rose', 'Violet', 'Daisy'];
    const flowers = indexTexts('en', texts).index;
    flowers.put(documentOf(9, ['Lily lilac'], { hidden: true }));
    const all = [...flowers.vocabulary.forms.keys()];
    const most = (count: number) =>
      flowers.vocabulary.mostFrequent(all, count).map((term) => flowers.vocabulary.forms[term]);
    expect([most(1), most(3), most(9)]).toEqual([
      ['tulip'],
      ['tulip', 'rose', 'violet'],
      ['tulip', 'rose', 'violet', 'daisy'],
    ]);
  });

  it('knows a word once', () => {
    const { size } = vocabulary;
    index.put(documentOf(8, ['Får, får'], { language: 'sv' }));
    expect(vocabulary.size).toBe(size);
  });
});
