import { createTestDatabase, type TestDatabase } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Parser } from 'htmlparser2';
import { demoFolder, KNOWLEDGE_BASES, loadDemoContent } from './demo-content.ts';
import { runProgram } from './run-program.ts';

const { signal: unstopped } = new AbortController();
const HOSTS = KNOWLEDGE_BASES.map(({ host }) => host);

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase({
    template: 'demo',
    prepare: (url) => loadDemoContent(url, unstopped),
  });
}, 90_000);
afterAll(() => database.drop());

async function kb<Answer>(...words: string[]): Promise<Answer> {
  const options = { environment: { KB_DATABASE_URL: database.url }, stop: unstopped };
  return JSON.parse(await runProgram('services/kb-service/src/cli/main.ts', words, options)) as Answer;
}

interface Place {
  /** A guide's slug, with the id of what stands in it. */
  address: string;
  /** Where its links lead within the knowledge base, written like addresses. */
  links: string[];
}

/** Everything in a guide that a link can lead to, with the links of it all. */
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
  it('is brought into an empty database, and into no other', async () => {
    const expected = KNOWLEDGE_BASES.map(({ organization, accentColor, logo, ...properties }) =>
      expect.objectContaining({
        ...properties,
        organization_name: organization,
        accent_color: accentColor,
        access: 'public',
        logo: expect.anything(),
      }),
    );
    const before = await kb('list', '--json');
    expect(before).toEqual(expected);
    await kb('unpublish', HOSTS[0] ?? '', 'getting-started-what-guidepost-is', '--json');
    await loadDemoContent(database.url, unstopped);
    const state = await kb('guide', 'show', HOSTS[0] ?? '', 'getting-started-what-guidepost-is', '--json');
    expect(state).toMatchObject({ published: false });
  });

  it.each(HOSTS)('of %s leaves nothing to be reported by an import', async (host) => {
    await kb('create', `new-${host}`, '--name', 'New', '--organization', 'New', '--json');
    const summary = await kb('import', `new-${host}`, demoFolder(host), '--json');
    expect(summary).toMatchObject({
      removed: { elements: {}, attributes: {}, links: {} },
      broken_links: [],
      images_left_out: [],
      unknown_keys: {},
      ignored_files: 0,
    });
  });

  it.each(HOSTS)('of %s has no link that leads to a place which is not there', async (host) => {
    const { guides } = await kb<{ guides: { slug: string; content_html: string }[] }>('export', host, '-');
    const places = guides.flatMap(placesIn);
    const known = new Set(places.map(({ address }) => address));
    const links = places.flatMap(({ links }) => links);
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter((link) => !known.has(link))).toEqual([]);
  });
});
