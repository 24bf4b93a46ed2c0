import { readByParsers, readPage } from '@guidepost/testing/markup';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestContent } from '../testing/content.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const HARMLESS = 'a name';
const HOSTILE = `</title></script><script>alert(1)</script>"'><img src=x onerror=alert(1)>&lt;&amp; <!-- {n} $& <%= it %>`;

/** Content in which everything has the same name. */
function contentNamed(host: string, first: number, name: string): TestContent {
  const [top, below, tag] = [first, first + 1, first + 2];
  const content = `<p>${name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`;
  return {
    host,
    name,
    categories: [
      { id: top, slug: 'top', name },
      { id: below, slug: 'below', name, parent: top },
    ],
    tags: [{ id: tag, slug: 'tag', name }],
    guides: [
      { id: first + 3, slug: 'guide', title: name, content, categories: [below], tags: [tag] },
      { id: first + 4, slug: 'second', title: name, content, categories: [top, below], tags: [tag] },
      { id: first + 5, slug: 'apart', title: name, content },
    ],
  };
}

let service: TestService;

beforeAll(async () => {
  service = await startTestService([
    contentNamed('harmless.example.com', 100, HARMLESS),
    contentNamed('hostile.example.com', 200, HOSTILE),
  ]);
  await service.change(
    'hostile.example.com',
    'update knowledge_bases set organization_name = $2 where id = $1',
    [HOSTILE],
  );
  await service.database.none('insert into guide_vote_counts select knowledge_base_id, id, 1, 0 from guides');
});

afterAll(() => service.stop());

const ask = async (host: string, path: string) => (await service.request.get(path).set('Host', host)).text;

describe.each(['/', '/guides', '/categories/top', '/categories/below', '/tags/tag', '/guides/guide'])(
  'S2 S11 on the page %s names are plain text',
  (path) => {
    it('and do not change the markup', async () => {
      const [harmless, hostile] = await Promise.all(
        ['harmless.example.com', 'hostile.example.com'].map(async (host) => outline(await ask(host, path))),
      );
      expect(hostile).toEqual(harmless);
    });

    it('and are shown as written', async () => {
      const page = readPage(await ask('hostile.example.com', path));
      const shown = HOSTILE.replace(/\s+/g, ' ');
      expect(page.texts('main').join()).toContain(shown);
      expect(page.title).toContain(shown);
      expect(page.meta('og:site_name')).toBe(HOSTILE);
    });
  },
);

/** The elements of a page with the names of their attributes, by each parser. */
function outline(html: string) {
  return readByParsers(html).map(([parser, elements]) => [
    parser,
    elements.map(({ name, attributes }) => `${name} ${Object.keys(attributes).join(' ')}`),
  ]);
}
