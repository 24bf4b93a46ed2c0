import { createAnalyzer } from '../analysis/analyzer.ts';
import type { SearchDocument, SearchIndex, SearchRequest, SearchResult, SearchTenant } from '../port.ts';

export interface Asking {
  index(): SearchIndex;
  search(query: string, request?: Partial<SearchRequest>): Promise<SearchResult>;
  find(query: string, request?: Partial<SearchRequest>): Promise<number[]>;
  sorted(query: string, request?: Partial<SearchRequest>): Promise<number[]>;
}

export function createAsking(index: () => SearchIndex): Asking {
  const asking: Asking = {
    index,
    search(text, { tenant = ENGLISH, ...request } = {}) {
      const query = createAnalyzer(tenant.language).query(text);
      return index().search({ tenant, query, offset: 0, limit: 20, ...request });
    },
    find: async (query, request) => (await asking.search(query, request)).ids,
    sorted: async (query, request) => (await asking.find(query, request)).toSorted((a, b) => a - b),
  };
  return asking;
}

export const ENGLISH: SearchTenant = { id: 1, language: 'en' };
export const SWEDISH: SearchTenant = { id: 2, language: 'sv' };
export const GERMAN: SearchTenant = { id: 3, language: 'de' };
export const NEIGHBOUR: SearchTenant = { id: 4, language: 'en' };

export const DOCUMENTS: { tenant: SearchTenant; documents: SearchDocument[] }[] = [
  {
    tenant: ENGLISH,
    documents: [
      document(
        1,
        [
          'Standby servers',
          '',
          'Replication: the slot keeps the log that a standby which is away has not read yet and must not lose.',
        ],
        { category: [1], tag: ['new'] },
      ),
      document(2, ['Slots', '', 'Replication slots are dropped when they are unused.'], {
        category: [2],
        tag: ['new', 'old'],
      }),
      document(3, ['Vacuuming', '', 'Space comes back.']),
      document(4, ['The vacuum daemon', 'Autovacuum', 'Vacuum finds dead rows.']),
      document(5, ['Who is connected', '', 'The view pg_stat_activity has a row for each.']),
      document(6, ['Files', '', 'Put settings.json beside the C++ program, or it ends with ERR_42.']),
      document(7, ['Naive cafés', '', '']),
      document(8, ['日本語の検索', '', '全文検索について']),
      document(9, ['A bed with a slat', '', '']),
      document(10, ['Auto', '', 'A car.']),
    ],
  },
  {
    tenant: SWEDISH,
    documents: [
      document(21, ['Fakturor', '', 'Så betalar du.']),
      document(22, ['Betala', '', 'Din faktura kommer i mars.']),
      document(23, ['Fakturaadress', '', 'Ändra den här.']),
      document(24, ['Får', '', 'Ett djur med ull.']),
      document(25, ['Far', '', 'En förälder.']),
      document(26, ['Krage', '', 'Skriv din adress på den.']),
      document(27, ['Cyklar', '', 'Två hjul.']),
    ],
  },
  {
    tenant: GERMAN,
    documents: [
      document(41, ['Das Haus', '', 'Viele Häuser stehen dort.']),
      document(42, ['Die Straße', '', '']),
    ],
  },
  {
    tenant: NEIGHBOUR,
    documents: [
      document(1, ['Secret', '', '']),
      ...Array.from({ length: 60 }, (_, number) => document(1_000 + number, [`Chapter ${number}`, '', ''])),
    ],
  },
];

function document(id: number, fields: string[], facets: SearchDocument['facets'] = {}): SearchDocument {
  return { id, fields, facets };
}
