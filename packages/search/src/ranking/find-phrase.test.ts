import { startTimeSlice } from '@guidepost/service-kit';
import { describe, expect, it } from '@jest/globals';
import { documentOf as numberOf } from '../memory/number-lists.ts';
import { type IndexedDocument, TenantIndex } from '../memory/tenant-index.ts';
import { documentOf } from '../testing/indexed-texts.ts';
import { findPhrase } from './find-phrase.ts';

class CountedIndex extends TenantIndex {
  reads = 0;

  override at(number: number): IndexedDocument | undefined {
    this.reads += 1;
    return super.at(number);
  }
}

function put(index: TenantIndex, id: number, text: string): void {
  index.put(documentOf(id, [text]));
}

/** The ids of the documents in which a phrase stands. */
async function idsWith(index: TenantIndex, phrase: string): Promise<number[]> {
  const words = phrase.split(' ').map((form) => index.vocabulary.withForm(form));
  const size = index.numbers;
  const postings = await findPhrase(index, { words, weight: 1 }, { slice: startTimeSlice(), size });
  return Array.from(postings, numberOf)
    .filter((number) => index.numberNow(number, size) !== undefined)
    .map((number) => index.ids[number] ?? 0)
    .sort();
}

describe('documents with a phrase', () => {
  it.each<[string, (index: TenantIndex) => void, number[], number]>([
    ['unchanged', () => {}, [1, 2], 0],
    ['with more documents', (index) => put(index, 4, 'still not working, not work'), [1, 2, 4], 1],
    ['with more that have one of the words', (index) => put(index, 4, 'work'), [1, 2], 0],
    ['with one replaced by another text', (index) => put(index, 1, 'works again'), [2], 0],
    ['with one that has the phrase now', (index) => put(index, 3, 'it does not work'), [1, 2, 3], 1],
    ['with one removed', (index) => index.remove(2), [1], 0],
  ])('are found again in an index %s, by reading what is new', async (_, change, ids, reads) => {
    const index = new CountedIndex();
    for (const [place, text] of ['it does not work', 'will not work', 'work it does not'].entries())
      put(index, place + 1, text);
    expect(await idsWith(index, 'not work')).toEqual([1, 2]);
    change(index);
    index.reads = 0;
    expect(await idsWith(index, 'not work')).toEqual(ids);
    expect(index.reads).toBe(reads);
  });

  it('are read again for phrases that were not asked for last, once there are many', async () => {
    const index = new CountedIndex();
    const words = Array.from({ length: 2_002 }, (_, number) => `w${number}`);
    put(index, 1, words.join(' '));
    const phrases = words.slice(1).map((word, place) => `${words[place]} ${word}`);
    for (const phrase of phrases) await idsWith(index, phrase);
    for (const [phrase, reads] of [
      [phrases.at(-1), 0],
      [phrases[0], 1],
    ] as const) {
      index.reads = 0;
      expect(await idsWith(index, phrase ?? '')).toEqual([1]);
      expect(index.reads).toBe(reads);
    }
  });
});
