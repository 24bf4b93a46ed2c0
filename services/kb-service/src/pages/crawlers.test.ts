import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getElementsByTagName, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { EXAMPLE } from '../testing/example.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const BASE = `/site/${EXAMPLE.host}`;

let service: TestService;

beforeAll(async () => {
  service = await startTestService([EXAMPLE]);
});

afterAll(() => service.stop());

function texts(xml: string, name: string): string[] {
  return getElementsByTagName(name, parseDocument(xml, { xmlMode: true })).map((element) =>
    textContent(element),
  );
}

describe('GET /sitemap.xml', () => {
  it('lists home page, visible categories and published guides by absolute URL', async () => {
    const { text, headers } = await service.request.get(`${BASE}/sitemap.xml`);
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(texts(text, 'loc')).toEqual([
      'https://help.example.com',
      'https://help.example.com/categories/start',
      'https://help.example.com/categories/money',
      'https://help.example.com/categories/invoices',
      'https://help.example.com/guides/install',
      'https://help.example.com/guides/apples',
      'https://help.example.com/guides/refunds',
      'https://help.example.com/guides/31',
    ]);
  });

  it('has the last change of each guide', async () => {
    const { updated_at } = await service.database.one('select updated_at from guides where id = 31');
    const { text } = await service.request.get(`${BASE}/sitemap.xml`);
    expect(texts(text, 'lastmod')).toHaveLength(4);
    expect(texts(text, 'lastmod')[0]).toBe(updated_at.toISOString());
  });

  it('is an index beyond 1,000 URLs', async () => {
    await service.change(
      EXAMPLE.host,
      `insert into guides (knowledge_base_id, id, slug, title, content_html, content_bytes, published)
       overriding system value
       select $1, 1000 + n, 'many-' || n, 'Many', '', 2, true from generate_series(1, 1000) n`,
    );
    const index = await service.request.get(`${BASE}/sitemap.xml`);
    const sitemaps = texts(index.text, 'loc');
    expect(sitemaps).toEqual([1, 2].map((page) => `https://help.example.com/sitemap.xml?page=${page}`));
    const pages = await Promise.all(
      [1, 2].map((page) => service.request.get(`${BASE}/sitemap.xml?page=${page}`)),
    );
    const addresses = pages.flatMap(({ text }) => texts(text, 'loc'));
    expect([addresses.length, new Set(addresses).size]).toEqual([1_008, 1_008]);
  });

  it.each(['3', '0', 'x', '-1', '99999999999999999999'])('has no page %s', async (page) => {
    expect((await service.request.get(`${BASE}/sitemap.xml?page=${page}`)).status).toBe(404);
  });
});

describe('GET /robots.txt', () => {
  it('allows everything except searches, and names the sitemap', async () => {
    const { text, headers } = await service.request.get('/robots.txt').set('Host', EXAMPLE.host);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(text).toBe('User-agent: *\nDisallow: /search\n\nSitemap: https://help.example.com/sitemap.xml\n');
  });

  it('is missing without a host', async () => {
    expect((await service.request.get('/robots.txt')).status).toBe(404);
  });
});

describe('with guides on another site', () => {
  it('there is no sitemap, not even in robots.txt', async () => {
    const elsewhere = await startTestService([EXAMPLE], {
      PUBLIC_URL_TEMPLATE: 'https://example.com/?g={slug}',
    });
    const sitemap = await elsewhere.request.get(`${BASE}/sitemap.xml`);
    const robots = await elsewhere.request.get('/robots.txt').set('Host', EXAMPLE.host);
    await elsewhere.stop();
    expect([sitemap.status, robots.text]).toEqual([404, 'User-agent: *\nDisallow: /search\n']);
  });
});
