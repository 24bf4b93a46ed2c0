import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setGuideProperties } from '../reviews/set-properties.ts';
import { OPERATOR } from '../testing/content.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { discardDraft } from '../writing/drafts/propose-draft.ts';
import { saveDraft } from '../writing/drafts/save-draft.ts';
import { loadGuideDocuments, queueUnknownDocuments } from './guide-documents.ts';

const HOST = 'help.example.com';
const LARGE = `<p>${'word '.repeat(1_000_000)}</p>`;

describe('search documents of guides', () => {
  let service: TestService;
  let tenant: number;

  beforeAll(async () => {
    service = await startTestService([
      {
        host: HOST,
        categories: [{ id: 5, slug: 'start', name: 'Getting started' }],
        tags: [{ id: 6, slug: 'new' }],
        guides: [
          {
            id: 1,
            slug: 'small',
            title: 'Small',
            content: '<h2>Head</h2><p>Text</p>',
            categories: [5],
            tags: [6],
          },
          { id: 2, slug: 'draft', published: false },
          ...[3, 4, 5].map((id) => ({ id, slug: `large-${id}`, content: LARGE })),
          { id: 6, slug: 'shouted', content: LARGE.replaceAll('p>', 'h2>') },
        ],
      },
    ]);
    tenant = (await service.database.one('select id from knowledge_bases where host = $1', [HOST])).id;
  });
  afterAll(() => service.stop());

  const load = (ids: number[]) => loadGuideDocuments(service.database, tenant, ids);

  it('have title, headings, text and facets', async () => {
    const { documents } = await load([1]);
    expect(documents).toEqual([
      {
        id: 1,
        fields: ['Small', 'Head\n', 'Getting started\n\n\nText\n'],
        facets: { category: [5], tag: [6] },
        hidden: false,
      },
    ]);
  });

  it('have search words with the headings; a change of them is queued', async () => {
    await service.indexed();
    const synonyms = ['tiny', 'very little'];
    await setGuideProperties(service.database, OPERATOR, { host: HOST, ids: [1], changes: { synonyms } });
    const { documents } = await load([1]);
    expect(documents[0]?.fields).toEqual([
      'Small',
      'tiny\nvery little\nHead\n',
      'Getting started\n\n\nText\n',
    ]);
    const queued = await service.database.any('select document_id from search_queue');
    expect(queued).toEqual([{ document_id: 1 }]);
  });

  it('have the names of categories with the text; a new name is queued, another change is not', async () => {
    await service.indexed();
    const queued = () => service.database.any('select document_id from search_queue');
    await service.database.none('update categories set position = position + 1');
    expect(await queued()).toEqual([]);
    await service.database.none(`update categories set name = 'First steps'`);
    expect(await queued()).toEqual([{ document_id: 1 }]);
    expect((await load([1])).documents[0]?.fields[2]).toMatch(/^First steps\n/);
  });

  it('are hidden for unpublished guides and for drafts, which have the guide’s id below zero', async () => {
    const actor = { name: 'Otto', role: 'author', door: 'desk', knowledgeBaseId: tenant } as const;
    const draft = { host: HOST, guideId: 1, title: 'Smaller', contentHtml: '<p>Draft</p>' };
    await saveDraft(service.database, actor, draft);
    const queued = () => service.database.any('select document_id from search_queue order by document_id');
    expect(await queued()).toContainEqual({ document_id: -1 });
    expect(await load([1, 2, -1, -2, 404, -404])).toMatchObject({
      documents: [
        { id: -1, hidden: true, fields: ['Smaller', '', '\nDraft\n'], facets: { category: [], tag: [] } },
        { id: 1, hidden: false, fields: ['Small', expect.any(String), expect.any(String)] },
        { id: 2, hidden: true },
      ],
      later: [],
    });
    await service.indexed();
    await discardDraft(service.database, actor, { host: HOST, guideId: 1 });
    expect(await queued()).toContainEqual({ document_id: -1 });
    await service.indexed();
    expect((await load([-1])).documents).toEqual([]);
  });

  it('are queued again if a release that knows no drafts has left them out', async () => {
    await service.indexed();
    await service.database.none('update search_documents set words = null where hidden');
    await queueUnknownDocuments(service.database);
    const queued = await service.database.any('select document_id from search_queue');
    expect(queued).toEqual([{ document_id: 2 }]);
    await service.indexed();
    await queueUnknownDocuments(service.database);
    expect(await service.database.any('select document_id from search_queue')).toEqual([]);
  });

  it('are limited by memory; the rest follows later', async () => {
    const { documents, later } = await load([5, 4, 3, 2, 1]);
    expect(documents.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(later).toEqual([5]);
  });

  it.each([3, 6])('contain the beginning of long texts: guide %i', async (id) => {
    const { documents } = await load([id]);
    expect(documents.flatMap(({ fields }) => fields).every(({ length }) => length <= 200_000)).toBe(true);
    expect(documents[0]?.fields.join('').length).toBeGreaterThan(200_000);
  });

  it('are empty for a deleted knowledge base', async () => {
    expect(await loadGuideDocuments(service.database, tenant + 1, [1])).toEqual({
      tenant: { id: tenant + 1, language: '' },
      documents: [],
      later: [],
    });
  });
});
