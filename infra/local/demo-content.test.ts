import { createTestDatabase, type TestDatabase } from '@guidepost/local-servers/testing';
import { closeDatabase, type Database } from '@guidepost/postgres';
import { openTestDatabase } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Parser } from 'htmlparser2';
import { importKnowledgeBase } from '../../services/kb-service/src/archive/import/import-knowledge-base.ts';
import { noFindings } from '../../services/kb-service/src/archive/import/import-summary.ts';
import { openImportSource } from '../../services/kb-service/src/archive/import/open-import-source.ts';
import { listMostHelpful } from '../../services/kb-service/src/readers/votes.ts';
import { createKnowledgeBase } from '../../services/kb-service/src/tenants/administration.ts';
import { requireKnowledgeBase } from '../../services/kb-service/src/tenants/find-knowledge-base.ts';
import { listKnowledgeBases } from '../../services/kb-service/src/tenants/overviews.ts';
import { OPERATOR } from '../../services/kb-service/src/testing/content.ts';
import { migrateDatabase } from '../../services/kb-service/src/testing/test-service.ts';
import { demoFolder, KNOWLEDGE_BASES, loadDemoContent } from './demo-content.ts';

const { signal } = new AbortController();
const NEW = { name: 'New', organization_name: 'New', language: 'en', access: 'public' } as const;
const HOSTS = KNOWLEDGE_BASES.map(({ host }) => host);

let created: TestDatabase;
let database: Database;

beforeAll(async () => {
  created = await createTestDatabase({ template: 'demo', prepare: (url) => loadDemoContent(url, signal) });
  database = openTestDatabase(created.url);
});
afterAll(async () => {
  await closeDatabase(database);
  await created.drop();
});

interface Place {
  address: string;
  links: string[];
}

/** All link targets in a guide, with the guide's links. */
function placesIn({ slug, content_html }: { slug: string; content_html: string }): Place[] {
  const places: Place[] = [{ address: slug, links: [] }];
  const parser = new Parser({
    onopentag(_, { id, href }) {
      if (id) places.push({ address: `${slug}#${id}`, links: [] });
      if (href && !/^[a-z]+:/.test(href)) {
        const link = decodeURI(href);
        places.at(-1)?.links.push(link.startsWith('#') ? `${slug}${link}` : link);
      }
    },
  });
  parser.end(content_html);
  return places;
}

describe('the demo content', () => {
  it('is imported into an empty database', async () => {
    const expected = KNOWLEDGE_BASES.map(({ host, name, organization, language, accentColor }) =>
      expect.objectContaining({
        host,
        name,
        organization_name: organization,
        language,
        access: 'public',
        accent_color: accentColor,
        logo: expect.anything(),
      }),
    );
    expect(await listKnowledgeBases(database)).toEqual(expect.arrayContaining(expected));
  });

  it('is imported completely or not at all, so that the next start can repeat an interrupted import', async () => {
    const { url, drop } = await createTestDatabase({ template: 'kb', prepare: migrateDatabase });
    const empty = openTestDatabase(url);
    await empty.none(`alter table knowledge_bases add constraint first_alone check (host = '${HOSTS[0]}')`);
    await expect(loadDemoContent(url, signal)).rejects.toThrow('first_alone');
    expect(await listKnowledgeBases(empty)).toEqual([]);
    await empty.none('alter table knowledge_bases drop constraint first_alone');
    await loadDemoContent(url, signal);
    expect((await listKnowledgeBases(empty)).map(({ host }) => host)).toEqual(HOSTS);
    await closeDatabase(empty);
    await drop();
  }, 60_000);

  it('has votes, so that home pages list the most helpful guides', async () => {
    for (const { host, votes } of KNOWLEDGE_BASES) {
      const { id } = await requireKnowledgeBase(database, host);
      const helpful = await listMostHelpful(database, { id });
      expect(helpful.length).toBe(5);
      expect(Object.keys(votes)).toEqual(expect.arrayContaining(helpful.map(({ slug }) => slug)));
    }
  });

  it.each(HOSTS)('of %s imports without warnings', async (host) => {
    const other = `new-${host}`;
    await createKnowledgeBase(database, OPERATOR, { host: other, ...NEW });
    const source = await openImportSource(demoFolder(host));
    const summary = await importKnowledgeBase(database, OPERATOR, { host: other, source, signal });
    expect(summary).toMatchObject({ findings: noFindings(), ignoredFiles: 0 });
  });

  it.each(HOSTS)('of %s has no broken links', async (host) => {
    const guides = await database.any<{ slug: string; content_html: string }>(
      'select slug, content_html from guides where knowledge_base_id = (select id from knowledge_bases where host = $1)',
      [host],
    );
    const places = guides.flatMap(placesIn);
    const known = new Set(places.map(({ address }) => address));
    const links = places.flatMap(({ links }) => links);
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter((link) => !known.has(link))).toEqual([]);
  });

  it('is not imported into a database with a knowledge base', async () => {
    const used = await createTestDatabase({ template: 'kb', prepare: migrateDatabase });
    const itsDatabase = openTestDatabase(used.url);
    await createKnowledgeBase(itsDatabase, OPERATOR, { host: 'own.example.com', ...NEW });
    await loadDemoContent(used.url, signal);
    expect(await listKnowledgeBases(itsDatabase)).toMatchObject([{ host: 'own.example.com' }]);
    await closeDatabase(itsDatabase);
    await used.drop();
  });
});
