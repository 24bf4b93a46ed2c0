import { openDatabase } from '@guidepost/postgres';
import express from 'express';
import { findGuideBySlug } from '../../services/kb-service/src/content/find-guide.ts';
import { linkedRows } from '../../services/kb-service/src/content/guide-records.ts';
import { listGuides } from '../../services/kb-service/src/content/list-guides.ts';
import type { ResourceRow } from '../../services/kb-service/src/model/listing.ts';

// The least that a service in Express can do: one statement, JSON.stringify, no checks, no cache, no entity tags.
const linked = ['categories', 'tags'] as const;
const MOST_ANSWER_BYTES = 1_000_000;
const database = openDatabase({
  url: process.env.KB_DATABASE_URL ?? '',
  poolSize: 10,
  applicationName: 'bench peer',
  statementTimeout: 0,
});
const { id: knowledgeBaseId } = await database.one<{ id: number }>(
  'select id from knowledge_bases where host = $1',
  [process.env.BENCH_HOST],
);

function resource(type: string, { id, ...attributes }: ResourceRow, relationships: object = {}): object {
  return { type, id: String(id), attributes, relationships, links: { self: `/${type}/${id}` } };
}

function documentOf(rows: ResourceRow[]): string {
  const [categories, tags] = linked.map((name) => linkedRows(rows, name));
  const ids = (type: string, all: readonly number[] = []) => ({
    data: all.map((id) => ({ type, id: String(id) })),
  });
  const data = rows.map((row) =>
    resource(
      'guide',
      { id: row.id, title: row.title, slug: row.slug, content_html: row.content_html },
      {
        categories: ids('knowledge_base_category', categories?.idsOf(row)),
        tags: ids('tag', tags?.idsOf(row)),
      },
    ),
  );
  const included = [
    ...(categories?.targets ?? []).map((row) => ({ data: resource('knowledge_base_category', row) })),
    ...(tags?.targets ?? []).map((row) => ({ data: resource('tag', row) })),
  ];
  return JSON.stringify({ data, included });
}

const app = express().disable('x-powered-by').disable('etag');
app.get('/knowledge/v1/:host/guides/slug/:slug', async ({ params: { slug } }, response) => {
  const guide = await findGuideBySlug(database, {
    knowledgeBaseId,
    slug,
    mostBytes: MOST_ANSWER_BYTES,
    linked,
  });
  response.type('application/vnd.api+json').send(documentOf(guide ? [guide] : []));
});
app.get('/knowledge/v1/:host/guides', async ({ url }, response) => {
  const query = new URLSearchParams(url.split('?')[1]);
  const [number, size] = [Number(query.get('page[number]')), Number(query.get('page[size]'))];
  const { rows } = await listGuides(database, {
    knowledgeBaseId,
    language: 'en',
    page: { number, size, offset: (number - 1) * size },
    sort: query.get('sort')?.split(',') ?? [],
    withContent: true,
    contentKnown: false,
    mostBytes: MOST_ANSWER_BYTES,
    linked,
  });
  response.type('application/vnd.api+json').send(documentOf(rows));
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') process.send?.(`http://127.0.0.1:${address?.port}`);
});
process.on('SIGTERM', () => process.exit(0));
