import { describe, expect, it } from '@jest/globals';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { TenantIndex } from '../memory/tenant-index.ts';
import { NO_SYNONYMS } from '../testing/indexed-texts.ts';
import { findConcepts } from './concepts.ts';

/** A tenant with so many words, and as many compounds of each of the others. */
function manyWords(count: number): TenantIndex {
  const index = new TenantIndex();
  const words = Array.from({ length: count }, (_, number) => `faktura${number.toString(36)}adress`);
  const bytes = words.flatMap((_, place) => [((place * 2) & 127) | 128, (place * 2) >>> 7]);
  index.put({
    id: 1,
    hidden: false,
    facets: [],
    words: {
      lengths: [words.length],
      spellings: Buffer.from(words.join('\n')),
      places: Uint8Array.from(bytes),
    },
  });
  return index;
}

/** How often the event loop gets a turn while a query is resolved, if each time slice is over at once. */
async function turnsFor(text: string, index: TenantIndex): Promise<number> {
  const analyzer = createAnalyzer('sv');
  let turns = 0;
  await findConcepts(analyzer.query(text), {
    analyzer,
    vocabulary: index.vocabulary,
    documents: index.visible,
    hiddenToo: false,
    hiddenWords: false,
    synonyms: NO_SYNONYMS,
    slice: {
      isOver: true,
      async next() {
        turns += 1;
      },
    },
  });
  return turns;
}

describe('looking up the words of a query', () => {
  const index = manyWords(8_000);

  it.each([
    ['each word of a query', 'en två tre', 3],
    ['each thousand words that may be meant', 'fakturaxyadrest', 7],
    ['each word that may be a compound', 'faktura', 400],
    ['each place to split a word', 'x'.repeat(80), 70],
  ])('leaves the event loop a turn for %s', async (_, query, least) => {
    expect(await turnsFor(query, index)).toBeGreaterThanOrEqual(least);
  });

  it('checks the most frequent words that may be compounds, not all', async () => {
    expect(await turnsFor('faktura', index)).toBeLessThan(1_000);
  });
});
