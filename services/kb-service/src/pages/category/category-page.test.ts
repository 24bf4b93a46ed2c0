import { readPage } from '@guidepost/testing/markup';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestContent } from '../../testing/content.ts';
import { CANARY } from '../../testing/example.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

const HOST = 'help.example.com';
const CONTENT: TestContent = {
  host: HOST,
  categories: [
    { id: 11, slug: 'bikes', name: 'Bikes' },
    { id: 12, slug: 'electric', name: 'Electric bikes', parent: 11, position: 2 },
    { id: 10, slug: 'repair', name: 'Repair', parent: 11, position: 1 },
    { id: 14, slug: 'battery', name: 'Battery', parent: 12 },
    { id: 15, slug: 'drafts', name: CANARY, parent: 11 },
    { id: 17, slug: 'spare', name: CANARY, parent: 12 },
    { id: 16, slug: '11', name: 'Eleven' },
  ],
  guides: [
    { id: 31, slug: 'size', title: 'Find your size', categories: [11] },
    { id: 32, slug: 'chain', title: 'Oil the chain', categories: [10, 11] },
    { id: 33, slug: 'charge', title: 'Charge it', categories: [14] },
    { id: 34, slug: 'eleven', categories: [16] },
    { id: 35, slug: 'draft', title: CANARY, published: false, categories: [11, 10, 15] },
  ],
};

let service: TestService;

beforeAll(async () => {
  service = await startTestService([CONTENT]);
  await service.database.none("update categories set description = 'Tyres & <chains>' where slug = 'repair'");
});

afterAll(() => service.stop());

const ask = (path: string) => service.request.get(path).set('Host', HOST);
const read = async (path: string) => readPage((await ask(path)).text);

describe('the page of a category', () => {
  it('shows breadcrumbs, child categories and guides in order', async () => {
    const page = await read('/categories/bikes');
    expect(page.linksIn('breadcrumbs')).toEqual([['Home → /']]);
    expect(page.headings).toEqual(['h1 Bikes', 'h2 Repair', 'h2 Electric bikes', 'h2 Bikes guides']);
    expect(page.linksIn('card')).toEqual([
      ['Repair → /categories/repair', 'Oil the chain → /guides/chain'],
      ['Electric bikes → /categories/electric', 'Battery → /categories/battery'],
    ]);
    expect(page.linksIn('guides')).toEqual([
      ['Find your size → /guides/size', 'Oil the chain → /guides/chain'],
    ]);
  });

  it('says below its name what one finds there, as the card of its parent does', async () => {
    const { text } = await ask('/categories/repair');
    expect(text).toContain('<h1>Repair</h1>\n<p class="quiet">Tyres &amp; &lt;chains&gt;</p>');
    expect(text).toMatch(/<meta name="description" content="Tyres &amp; &lt;chains&gt;/);
    expect((await ask('/categories/bikes')).text).toContain(
      '<p class="quiet">Tyres &amp; &lt;chains&gt;</p>',
    );
  });

  it.each([
    [
      'only its guides',
      'battery',
      ['h1 Battery'],
      ['Home → /', 'Bikes → /categories/bikes', 'Electric bikes → /categories/electric'],
    ],
    [
      'only child categories',
      'electric',
      ['h1 Electric bikes', 'h2 Battery'],
      ['Home → /', 'Bikes → /categories/bikes'],
    ],
  ])('shows %s', async (_, slug, headings, trail) => {
    const page = await read(`/categories/${slug}`);
    expect([page.headings, page.linksIn('breadcrumbs')]).toEqual([headings, [trail]]);
  });

  it('has a default heading for its guides', async () => {
    const call = (guides: string) =>
      service.change(
        HOST,
        'update categories set multiple_guides_name = $2 where knowledge_base_id = $1 and id = 11',
        [guides],
      );
    await call('Bikes');
    expect((await read('/categories/bikes')).headings.at(-1)).toBe('h2 More in Bikes');
    await call('Bikes guides');
  });

  it.each([
    ['its slug', 'bikes', 'h1 Bikes'],
    ['its id', '12', 'h1 Electric bikes'],
    ['its slug before the id of another', '11', 'h1 Eleven'],
  ])('is found by %s', async (_, name, heading) => {
    expect((await read(`/categories/${name}`)).headings[0]).toBe(heading);
  });

  it.each(['nothing', '99', 'drafts', '15', 'Bikes', '0', '9'.repeat(30), 'a'.repeat(300), '%00', '..%2f'])(
    'is a 404: %s',
    async (name) => {
      const { status, text } = await ask(`/categories/${name}`);
      expect([status, text.includes(CANARY)]).toEqual([404, false]);
    },
  );

  it('has metadata', async () => {
    const page = await read('/categories/12');
    expect([page.title, page.description, page.canonical]).toEqual([
      'Electric bikes · Help',
      'Battery',
      'https://help.example.com/categories/electric',
    ]);
    expect(page.record('BreadcrumbList')?.itemListElement).toMatchObject([
      { name: 'Home', item: 'https://help.example.com' },
      { name: 'Bikes', item: 'https://help.example.com/categories/bikes' },
      { name: 'Electric bikes', item: 'https://help.example.com/categories/electric' },
    ]);
  });
});
