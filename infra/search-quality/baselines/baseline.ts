import { type Database, preparedStatement } from '@guidepost/postgres';
import type { SearchIndex, SearchRequest, SearchTenant } from '@guidepost/search';

const createTexts = preparedStatement(new URL('./sql/create-texts.sql', import.meta.url));
const putTexts = preparedStatement(new URL('./sql/put-texts.sql', import.meta.url));
const removeTexts = preparedStatement(new URL('./sql/remove-texts.sql', import.meta.url));
const searchSubstring = preparedStatement(new URL('./sql/search-substring.sql', import.meta.url));
const searchPlain = preparedStatement(new URL('./sql/search-plain.sql', import.meta.url));

/** Names of PostgreSQL's own text search configurations. */
const CONFIGURATIONS: Record<string, string> = { en: 'english', sv: 'swedish', de: 'german', fr: 'french' };

interface Row {
  id: number;
  total: number;
}

/** What is done where no search is built: the query as a part of the title or, below that, of the text. */
export function createSubstringSearch(database: Database): SearchIndex {
  return baseline(database, ({ tenant, query, limit, offset }) => {
    const pattern = `%${query.text.trim().replace(/[\\%_]/g, String.raw`\$&`)}%`;
    return database.any<Row>(searchSubstring([tenant.id, pattern, limit, offset]));
  });
}

/** PostgreSQL's full-text search as its manual introduces it: its dictionaries, its query syntax, its cover density. */
export function createPlainFullText(database: Database): SearchIndex {
  return baseline(database, ({ tenant, query, limit, offset }) =>
    database.any<Row>(searchPlain([tenant.id, query.text, configuration(tenant), limit, offset])),
  );
}

function baseline(database: Database, find: (request: SearchRequest) => Promise<Row[]>): SearchIndex {
  return {
    prepare: async () => void (await database.none(createTexts([]))),
    async put(tenant, documents) {
      const rows = documents.map(({ id, fields: [title = '', ...rest] }) => ({
        id,
        title,
        text: rest.join('\n'),
      }));
      await database.none(putTexts([tenant.id, JSON.stringify(rows), configuration(tenant)]));
    },
    remove: async (tenant, ids) => void (await database.none(removeTexts([tenant.id, ids]))),
    async search(request) {
      const rows = await find(request);
      return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0, corrections: [] };
    },
  };
}

function configuration({ language }: SearchTenant): string {
  return CONFIGURATIONS[language] ?? 'simple';
}
