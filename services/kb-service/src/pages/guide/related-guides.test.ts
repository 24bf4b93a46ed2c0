import { readPage } from '@guidepost/testing/markup';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestGuide } from '../../testing/content.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

const HOST = 'related.example.com';

const OTHERS = Array.from({ length: 20 }, (_, at) => ({
  id: 100 + at,
  slug: `other-${at}`,
  content: `<p>matter${at}</p>`,
}));

const GUIDES: TestGuide[] = [
  {
    id: 1,
    slug: 'refunds',
    title: 'Refunds',
    content: '<p>An invoice is refunded to the card.</p>',
    categories: [1],
  },
  { id: 2, slug: 'cards', title: 'Cards', content: '<p>Refund an invoice to a card.</p>' },
  { id: 3, slug: 'invoices', title: 'Invoices', content: '<p>Each refund has an invoice.</p>' },
  {
    id: 4,
    slug: 'draft',
    title: 'Refunds',
    content: '<p>The invoice, the card, the refund.</p>',
    published: false,
  },
  { id: 5, slug: 'nearby', title: 'Refund', content: '<p>A card and an invoice.</p>', categories: [1] },
  { id: 6, slug: 'printers', title: 'Printers', content: '<p>Clean the toner and the drum.</p>' },
  { id: 7, slug: 'toner', title: 'Toner', content: '<p>Printers need toner in the drum.</p>' },
  ...OTHERS,
];

describe('guides related to a guide', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService([
      { host: HOST, categories: [{ id: 1, slug: 'money' }], guides: GUIDES },
      {
        host: 'else.example.com',
        guides: [{ id: 900, slug: 'refunds', title: 'Refunds', content: '<p>An invoice, a card.</p>' }],
      },
    ]);
  });

  afterAll(() => service.stop());

  async function listed(slug: string): Promise<string[]> {
    return readPage((await service.request.get(address(slug))).text).links('related');
  }

  const address = (slug: string) => `/site/${HOST}/guides/${slug}`;

  it('are there when they are indexed, since the page is not kept before', async () => {
    expect(await listed('refunds')).toEqual([]);
    await service.indexed();
    expect(await listed('refunds')).toEqual([address('cards'), address('invoices')]);
  });

  it('are published, and not listed among those of the category', async () => {
    expect((await listed('cards')).toSorted()).toEqual(
      [address('refunds'), address('nearby'), address('invoices')].toSorted(),
    );
  });

  it('are not shown if there is one alone', async () => {
    expect(await listed('printers')).toEqual([]);
    expect(await listed('other-1')).toEqual([]);
  });

  it('change with other guides', async () => {
    await service.change(
      HOST,
      `update guides set published = false where knowledge_base_id = $1 and slug = 'cards'`,
    );
    expect(await listed('nearby')).toEqual([]);
    await service.change(
      HOST,
      `update guides set published = true, title = 'Toner', content_html = '<p>Printers and their drum.</p>'
        where knowledge_base_id = $1 and slug = 'draft'`,
    );
    await service.indexed();
    expect(await listed('printers')).toEqual([address('draft'), address('toner')]);
  });
});
