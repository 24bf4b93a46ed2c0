import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createEmbeddedSearch } from '../embedded/embedded-search.ts';
import type { SearchDocument } from '../port.ts';
import { openSearchDatabase, type SearchDatabase } from '../testing/fed-engine.ts';
import { findRelatedDocuments } from './related-documents.ts';

const TENANT = { id: 1, language: 'en' };

/** Enough others for words to be rare. */
const OTHERS = Array.from({ length: 20 }, (_, at) =>
  document(100 + at, `Other ${at}`, `matter${at} thing${at}`),
);

let opened: SearchDatabase;
beforeAll(async () => {
  opened = await openSearchDatabase();
});
afterAll(() => opened.close());
afterEach(() => opened.database.none('truncate search_documents, search_words, search_tenants'));

function document(id: number, title: string, text: string, more?: Partial<SearchDocument>): SearchDocument {
  return { id, fields: [title, '', text], facets: {}, ...more };
}

async function relatedTo(
  text: SearchDocument,
  others: readonly SearchDocument[],
  tenant = TENANT,
): Promise<number[]> {
  const index = createEmbeddedSearch(opened.database);
  const replaced = new Set(others.map(({ id }) => id));
  await index.put(tenant, [...OTHERS.filter(({ id }) => !replaced.has(id)), text, ...others]);
  const found = await findRelatedDocuments(opened.database, { tenant, id: text.id, limit: 5 });
  return found.filter(({ likeness }) => likeness > 0.05).map(({ id }) => id);
}

const REFUNDS = document(1, 'Refunds', 'The invoice is refunded to the card within days.');

describe('related documents', () => {
  it.each<[string, SearchDocument[], number[]]>([
    ['have words of the text', [document(2, 'Money back', 'You get a refund to your card.')], [2]],
    ['have other forms of them', [document(2, 'Cards', 'Refunding invoices')], [2]],
    [
      'come first if they share more',
      [document(2, 'Paper', 'An invoice'), document(3, 'Card', 'Refund an invoice')],
      [3, 2],
    ],
    [
      'come first if they share words of the title',
      [document(2, 'Days', 'refund'), document(3, 'Refund', 'days')],
      [3, 2],
    ],
    [
      'come first if they are short',
      [document(2, 'Long', `refund ${'word '.repeat(400)}`), document(3, 'Short', 'refund')],
      [3, 2],
    ],
    ['share more than function words', [document(2, 'To the', 'Is it to the?')], []],
    [
      'share more than words of most documents',
      OTHERS.map(({ id }) => document(id, 'x', 'refund invoice card days')),
      [],
    ],
    ['share more than numbers', [document(2, '2025', '17')], []],
    ['are not hidden', [document(2, 'Refunds', 'invoice refund card', { hidden: true })], []],
  ])('%s', async (_, others, expected) => {
    expect(await relatedTo(REFUNDS, others)).toEqual(expected);
  });

  it('share words in other languages', async () => {
    const swedish = { id: 1, language: 'sv' };
    const text = document(1, 'Lösenord', 'Byt lösenordet på kontot.');
    const others = [
      document(2, 'Konton', 'Ett nytt lösenord'),
      document(3, 'Böcker', 'Läs en bok på tåget.'),
    ];
    expect(await relatedTo(text, others, swedish)).toEqual([2]);
  });

  it('need ten documents to tell rare words', async () => {
    const index = createEmbeddedSearch(opened.database);
    const nine = [REFUNDS, ...OTHERS.slice(0, 7), document(2, 'Cards', 'Refunding invoices')];
    const related = () => findRelatedDocuments(opened.database, { tenant: TENANT, id: 1, limit: 5 });
    await index.put(TENANT, nine);
    expect(await related()).toEqual([]);
    await index.put(TENANT, OTHERS.slice(7, 8));
    expect((await related()).map(({ id }) => id)).toEqual([2]);
  });

  it('belong to the same tenant, and there are none of an unknown document', async () => {
    await createEmbeddedSearch(opened.database).put({ id: 2, language: 'en' }, [{ ...REFUNDS, id: 2 }]);
    expect(await relatedTo(REFUNDS, [])).toEqual([]);
    expect(await findRelatedDocuments(opened.database, { tenant: TENANT, id: 99, limit: 5 })).toEqual([]);
  });
});
