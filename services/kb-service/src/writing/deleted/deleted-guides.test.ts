import { readPage } from '@guidepost/testing/markup';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deleteKnowledgeBase } from '../../tenants/administration.ts';
import { listChanges } from '../../tenants/audit.ts';
import { OPERATOR, writeImage } from '../../testing/content.ts';
import { writeEveryTable } from '../../testing/every-table.ts';
import { EXAMPLE, OTHER } from '../../testing/example.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { createGuide } from '../drafts/create-guide.ts';
import { renameGuide } from '../drafts/guide-slugs.ts';
import { publishGuide } from '../publishing/publish-guide.ts';
import { deleteGuides } from './delete-guides.ts';
import { listDeleted } from './deleted-guides.ts';
import { KEPT_TABLES } from './keep-deleted.ts';
import { purgeExpired, purgeGuides } from './purge-guides.ts';
import { restoreGuides } from './restore-guides.ts';

const { host: HOST } = EXAMPLE;
const KEPT = [...KEPT_TABLES.map(({ name }) => name), 'address_hits'];

async function idOf(service: TestService, host: string): Promise<number> {
  return (await service.database.one('select id from knowledge_bases where host = $1', [host])).id;
}

describe('the rows of a deleted guide', () => {
  const host = 'full.example.com';
  let service: TestService;
  let tenant: number;

  beforeAll(async () => {
    service = await startTestService([{ host }]);
    tenant = await idOf(service, host);
    await writeEveryTable(service.database, tenant);
  });

  afterAll(() => service.stop());

  /** Every row of every table that goes with a guide. */
  async function allRows(): Promise<Record<string, string[]>> {
    const rows: Record<string, string[]> = {};
    for (const table of KEPT) {
      const found = await service.database.any('select to_jsonb(t)::text as kept from $1~ t order by 1', [
        table,
      ]);
      rows[table] = found.map(({ kept }) => kept);
    }
    return rows;
  }

  const guides = { host, ids: [71, 72] };
  const remove = () => deleteGuides(service.database, OPERATOR, guides);
  const restore = () => restoreGuides(service.database, OPERATOR, guides);

  it('are of every table that a deletion reaches', async () => {
    const rows = await service.database.any(
      `with recursive reached as (
         select 'guides'::regclass as name
         union
         select c.conrelid::regclass
         from pg_constraint c
         join reached r on r.name = c.confrelid and c.contype = 'f' and c.confdeltype = 'c'
       )
       select name::text from reached`,
    );
    // Triggers write the files that a translation shows when it comes back.
    const reached = rows.map(({ name }) => name).filter((name) => name !== 'edition_files');
    expect(reached.sort()).toEqual(KEPT.toSorted());
  });

  it('come back as they were, and webhooks tell of the guide once each time', async () => {
    const events = () => service.database.any('select type from webhook_events order by id');
    const before = await allRows();
    const told = (await events()).length;
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
    await remove();
    expect(await service.database.any('select from guides')).toEqual([]);
    expect(await restore()).toEqual([
      { id: 71, slug: 'moved' },
      { id: 72, slug: 'hidden' },
    ]);
    expect(await allRows()).toEqual(before);
    expect((await events()).slice(told)).toEqual([
      { type: 'guide.unpublished' },
      { type: 'guide.published' },
    ]);
    // The row of the fixture.
    expect(await service.database.any('select guide_id from deleted_guides')).toEqual([{ guide_id: 75 }]);
  });

  const CHANGES: [string, string[], string, unknown][] = [
    [
      'another guide has the slug, also in the draft',
      [
        `insert into guides (knowledge_base_id, slug, title, content_html, content_bytes, published)
         values ($1, 'hidden', 'Taken', '', 2, false)`,
      ],
      'select g.slug, d.slug as draft from guides g join guide_drafts d on d.guide_id = g.id where g.id = 72',
      [{ slug: 'hidden-2', draft: 'hidden-2' }],
    ],
    [
      'another guide comes from the same article',
      [
        `insert into guides (knowledge_base_id, slug, title, content_html, content_bytes, published, external)
         values ($1, 'again', 'Again', '', 2, false, 'zendesk:article:12')`,
      ],
      'select external from guides where id = 71',
      [{ external: null }],
    ],
    [
      'an address leads elsewhere now',
      [
        `insert into addresses (knowledge_base_id, address, page, made_by, made_with)
         values ($1, '/old/å', 'home', 'Bo', 'desk')`,
      ],
      "select a.page, (select count(*) from address_hits) as hits from addresses a where a.address = '/old/å'",
      [{ page: 'home', hits: 0 }],
    ],
    [
      'a former slug leads elsewhere now',
      [
        `insert into guides (knowledge_base_id, id, slug, title, content_html, content_bytes, published)
         overriding system value values ($1, 99, 'newer', 'Newer', '', 2, false)`,
        "insert into former_slugs (knowledge_base_id, slug, guide_id) values ($1, 'was', 99)",
      ],
      'select slug, guide_id from former_slugs',
      [{ slug: 'was', guide_id: 99 }],
    ],
    [
      'a category and a tag are gone',
      [
        'delete from categories where knowledge_base_id = $1',
        'delete from tags where knowledge_base_id = $1',
      ],
      'select (select count(*) from guide_categories) as categories, (select count(*) from guide_tags) as tags',
      [{ categories: 0, tags: 0 }],
    ],
    [
      'the owner is gone',
      [
        `delete from staff_memberships m using staff_people p
         where m.tenant_id = $1 and p.id = m.person_id and p.email = 'bo@example.com'`,
      ],
      'select owner_id, review_months from guide_reviews',
      [{ owner_id: null, review_months: 6 }],
    ],
    [
      'the time has passed at which it was to be published',
      [
        `update deleted_guide_rows set stored = stored || '{"publish_at": "2026-01-01T00:00:00Z"}'
         where knowledge_base_id = $1 and kind = 'guide_drafts'`,
      ],
      'select state, publish_at from guide_drafts',
      [{ state: 'draft', publish_at: null }],
    ],
  ];

  it.each(CHANGES)(
    'come back without what has changed meanwhile: %s',
    async (_, statements, question, answer) => {
      await remove();
      for (const statement of statements) await service.database.none(statement, [tenant]);
      await restore();
      expect(await service.database.any(question)).toEqual(answer);
    },
  );

  it('go with the knowledge base', async () => {
    await remove();
    await deleteKnowledgeBase(service.database, OPERATOR, { host });
    for (const table of ['deleted_guides', 'deleted_guide_rows', 'deleted_guide_files'])
      expect(await service.database.any('select from $1~', [table])).toEqual([]);
  });
});

describe('where a deleted guide was', () => {
  const PNG = 'b'.repeat(22);
  let service: TestService;

  beforeAll(async () => {
    const guides = [...(EXAMPLE.guides ?? []), { id: 36, slug: 'gifts', title: 'Refunds for gifts' }];
    service = await startTestService([{ ...EXAMPLE, guides }, OTHER], {
      PUBLIC_FILES_URL: 'https://files.example.com',
    });
    const { database } = service;
    await renameGuide(database, OPERATOR, { host: HOST, slug: 'refunds', newSlug: 'install-again' });
    const id = await idOf(service, HOST);
    await database.none(
      `insert into addresses (knowledge_base_id, address, guide_id, made_by, made_with)
       values ($1, '/old/refunds', 33, 'Eva', 'desk')`,
      [id],
    );
    await writeImage(database, id, { token: PNG, guide: 33, content: 'x' });
    await deleteGuides(database, OPERATOR, { host: HOST, slugs: ['install-again', 'draft-canary-7f3a'] });
    await service.settled(HOST);
    await service.indexed();
  });

  afterAll(() => service.stop());

  const page = (path: string) => service.request.get(`/site/${HOST}${path}`);
  const restore = (reference: string) =>
    restoreGuides(service.database, OPERATOR, { host: HOST, references: [reference] });

  it.each(['/guides/install-again', '/guides/refunds', '/guides/33', '/old/refunds'])(
    'readers get 410, a search, and what has the words of its title: %s',
    async (path) => {
      const answer = await page(path);
      expect(answer.status).toBe(410);
      const shown = readPage(answer.text);
      expect(shown.texts('li')).toEqual(['Refunds for gifts']);
      expect(shown.texts('h1')).toEqual(['This page no longer exists']);
      expect(shown.all('input').length).toBeGreaterThan(0);
      expect(answer.headers['cache-control']).toBe((await page('/guides/none')).headers['cache-control']);
    },
  );

  it.each([
    ['one that readers never saw', `/site/${HOST}/guides/draft-canary-7f3a`],
    ['one of another knowledge base', `/site/${OTHER.host}/guides/refunds`],
    ['the API, by slug', `/knowledge/v1/${HOST}/guides/slug/install-again`],
    ['the API, by ID', `/knowledge/v1/${HOST}/guides/33`],
    ['its images', `/files/${PNG}.png`],
  ])('is nothing for %s', async (_, path) => {
    const answer = path.startsWith('/knowledge') ? service.get(path) : service.request.get(path);
    expect((await answer).status).toBe(404);
  });

  it('nothing leads there', async () => {
    for (const path of ['/sitemap.xml', '/guides', '/search?q=refunds', '/'])
      expect((await page(path)).text).not.toContain('install-again');
  });

  it('an address that someone has made meanwhile leads on', async () => {
    const values = [await idOf(service, HOST)];
    await service.database.none(
      `insert into addresses (knowledge_base_id, address, guide_id, made_by, made_with)
       values ($1, '/guides/refunds', 31, 'Eva', 'desk')`,
      values,
    );
    expect((await page('/guides/refunds')).headers.location).toBe(`/site/${HOST}/guides/install`);
    await service.database.none("delete from addresses where address = '/guides/refunds'");
  });

  it('is a page again once the guide is restored, with its images', async () => {
    expect(await restore('install-again')).toEqual([{ id: 33, slug: 'install-again' }]);
    await service.settled(HOST);
    expect((await page('/guides/install-again')).status).toBe(200);
    expect((await page('/guides/refunds')).headers.location).toBe(`/site/${HOST}/guides/install-again`);
    expect((await service.request.get(`/files/${PNG}.png`)).status).toBe(200);
    expect(await restore('install-again').catch(({ kind }) => kind)).toBe('not-found');
  });

  it('another guide may be, and the latest deleted one with the slug is restored first', async () => {
    const { database } = service;
    const remove = () => deleteGuides(database, OPERATOR, { host: HOST, slugs: ['install-again'] });
    await remove();
    const { id: guideId } = await createGuide(database, OPERATOR, { host: HOST, title: 'Install again' });
    await publishGuide(database, OPERATOR, { host: HOST, guideId });
    await service.settled(HOST);
    expect((await page('/guides/install-again')).status).toBe(200);
    await remove();
    expect(await restore('install-again')).toEqual([{ id: guideId, slug: 'install-again' }]);
    expect(await restore('install-again')).toEqual([
      { id: 33, slug: 'install-again-2', former: 'install-again' },
    ]);
  });

  it('is nothing once it is deleted permanently, and its image is gone', async () => {
    const { database } = service;
    const images = () => database.any('select id from files');
    await deleteGuides(database, OPERATOR, { host: HOST, slugs: ['install-again-2'] });
    expect(await images()).toHaveLength(1);
    const purge = () => purgeGuides(database, OPERATOR, { host: HOST, references: ['33'] });
    expect(await purge()).toEqual({ slugs: ['install-again-2'], files: 1 });
    expect(await images()).toEqual([]);
    await service.settled(HOST);
    expect((await page('/guides/install-again-2')).status).toBe(404);
    expect(await purge().catch(({ kind }) => kind)).toBe('not-found');
  });

  it('each step is in the history', async () => {
    const entries = await listChanges(service.database, { host: HOST, limit: 20, guideId: 33 });
    expect(entries.map(({ action, subject, details }) => [action, subject, details])).toEqual([
      ['guide purge', 'install-again-2', {}],
      ['guide delete', 'install-again-2', {}],
      ['guide restore', 'install-again-2', { former: 'install-again' }],
      ['guide delete', 'install-again', {}],
      ['guide restore', 'install-again', {}],
      ['guide delete', 'install-again', {}],
      ['guide rename', 'install-again', { former: 'refunds' }],
    ]);
  });

  it('thirty days after it was deleted, it is deleted permanently with its files', async () => {
    const { database } = service;
    const id = await idOf(service, HOST);
    await writeImage(database, id, { token: PNG, guide: 31, content: 'y' });
    await deleteGuides(database, OPERATOR, { host: HOST, slugs: ['install', 'apples'] });
    await deleteGuides(database, OPERATOR, { host: OTHER.host, slugs: ['install'] });
    const left = async (host: string) => {
      const knowledgeBaseId = await idOf(service, host);
      const { guides } = await listDeleted(database, { knowledgeBaseId, start: 0, limit: null });
      return guides.map(({ slug }) => slug);
    };
    await database.none(
      "update deleted_guides set deleted_at = now() - interval '29 days' where slug in ('apples', 'draft-canary-7f3a')",
    );
    await database.none(
      "update deleted_guides set deleted_at = now() - interval '31 days' where knowledge_base_id = $1 and slug = 'install'",
      [id],
    );
    const moving = `insert into tenant_moves (tenant_id, id, target, state)
      values ($1, gen_random_uuid(), 'elsewhere', 'copying')`;
    await database.none(moving, [id]);
    expect([await purgeExpired(database), (await left(HOST)).length]).toEqual([false, 3]);
    await database.none('delete from tenant_moves');
    while (await purgeExpired(database)) {
      // until nothing is left
    }
    expect([await left(HOST), await left(OTHER.host)]).toEqual([
      ['draft-canary-7f3a', 'apples'],
      ['install'],
    ]);
    expect(await database.any('select from files')).toEqual([]);
  });
});
