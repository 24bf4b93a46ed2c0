import { readByParsers } from '@guidepost/testing/markup';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type DeskClient, signInAs } from '../../testing/desk-client.ts';
import { EXAMPLE } from '../../testing/example.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

const HOST = EXAMPLE.host;
const PAGE = `/desk/kb/${HOST}/structure/addresses`;

let service: TestService;
let editor: DeskClient;
let author: DeskClient;

beforeAll(async () => {
  service = await startTestService([EXAMPLE], { TRUSTED_PROXIES: '127.0.0.1, ::1' });
  await service.indexed();
  editor = await signInAs(service, { host: HOST, role: 'editor', name: 'Eva Editor' });
  author = await signInAs(service, { host: HOST, role: 'author' });
});

afterAll(() => service.stop());

beforeEach(() => service.database.none('delete from addresses'));

const stored = () =>
  service.database.any('select address, guide_id, made_by, made_with from addresses order by address');

describe('the page Addresses of the desk', () => {
  it('lists what readers have asked for in vain, and finds the guide that it may lead to', async () => {
    for (let visitor = 1; visitor <= 20; visitor += 1) {
      const from = { Host: HOST, 'X-Forwarded-For': `192.0.2.${visitor}`, 'User-Agent': 'Mozilla/5.0' };
      await service.request.get('/hc/en-us/articles/12-Refunds').set(from);
    }
    await service.context.readingCounts.flush();
    const { text } = await editor.get(PAGE);
    expect(text).toContain('/hc/en-us/articles/12-Refunds');
    const [, address = ''] = /href="([^"]*\?address=[^"#]*)#add"/.exec(text) ?? [];
    const leading = await editor.get(address.replaceAll('&amp;', '&'));
    expect(leading.text).toContain('value="/guides/refunds"');
    const fields = { address: '/hc/en-us/articles/12-Refunds', to: '/guides/refunds' };
    expect((await editor.post(PAGE, fields)).status).toBe(303);
    expect(await stored()).toEqual([
      { address: 'zendesk:article:12', guide_id: 33, made_by: 'Eva Editor', made_with: 'desk' },
    ]);
  });

  it('searches for other guides', async () => {
    const { text } = await editor.get(`${PAGE}?address=/old&q=install`);
    expect(text).toContain('value="/guides/install"');
  });

  it('shows addresses with where each leads, and removes one', async () => {
    await editor.post(PAGE, { address: '/old', to: '/guides/install#part' });
    const { text } = await editor.get(PAGE);
    expect(text).toMatch(/<td class="title">\/old<\/td>/);
    expect(text).toContain(`<a href="/desk/kb/${HOST}/guides/31">/guides/install#part</a>`);
    const [, id] = /addresses\/(\d+)\/remove/.exec(text) ?? [];
    expect((await editor.post(`${PAGE}/${id}/remove`)).status).toBe(303);
    expect(await stored()).toEqual([]);
    expect((await editor.post(`${PAGE}/${id}/remove`)).status).toBe(404);
  });

  it.each([
    ['no path', { address: 'old', to: '/' }, 'Enter a path such as'],
    ['a page', { address: '/guides/install', to: '/' }, 'Readers see a page at this address.'],
    ['nothing', { address: '/old', to: '/guides/none' }, 'There is nothing at this address.'],
    ['itself', { address: '/old', to: '/old' }, 'The address would lead to itself.'],
    ['a script', { address: '/old', to: 'javascript:alert(1)' }, 'Enter a page such as'],
  ])('says what is wrong, and keeps what was typed: %s', async (_, fields, message) => {
    const { status, text } = await editor.post(PAGE, fields);
    expect(status).toBe(422);
    expect(text).toContain(message);
    expect(text).toContain(`value="${fields.to}"`);
    expect(await stored()).toEqual([]);
  });

  it('says so if an address leads elsewhere already', async () => {
    await editor.post(PAGE, { address: '/old', to: '/' });
    const { status, text } = await editor.post(PAGE, { address: '/old', to: '/guides/install' });
    expect([status, text.includes('leads elsewhere already')]).toEqual([422, true]);
  });

  it('is for owners and editors', async () => {
    expect((await author.get(PAGE)).status).toBe(403);
    expect((await author.post(PAGE, { address: '/old', to: '/' })).status).toBe(403);
    expect(await stored()).toEqual([]);
  });

  it('is the same document for all parsers, whatever was asked for', async () => {
    const { text } = await editor.get(`${PAGE}?${new URLSearchParams({ address: '/"><script>1</script>' })}`);
    expect(text).not.toContain('<script>1');
    expect(readByParsers(text)).toBeDefined();
  });
});
