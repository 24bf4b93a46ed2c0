import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changeSettings } from '../tenants/forum-settings.ts';
import { writeDialogs, writeForum } from '../testing/content.ts';
import { operatorNamed } from '../testing/posts.ts';
import { type SignedIn, signIn } from '../testing/signed-in.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const HOST = 'ask.example.com';

describe('a forum with a host name of its own', () => {
  let service: TestService;
  let anna: SignedIn;

  beforeAll(async () => {
    service = await startTestService({ SITE_DIRECTORY: 'on', MAIL_OUTBOX: '/nonexistent' });
    const { database } = service;
    await writeDialogs(database, await writeForum(database, { slug: 'help' }), [
      { id: 1, poster_id: 1001, title: 'How?' },
    ]);
    await writeDialogs(database, await writeForum(database, { slug: 'other' }), [{ id: 2, poster_id: 1002 }]);
    await database.one(`select setval('dialog_ids', 100)`);
    anna = await signIn(service, { slug: 'help', email: 'anna@example.com', name: 'Anna' });
    await setHost('help', HOST);
  });

  afterAll(() => service.stop());

  const changeOf = (slug: string) => ({
    slug,
    actor: operatorNamed('olle'),
    serviceUrls: ['https://desk.example.com:8443'],
  });
  const setHost = async (slug: string, host: string) => {
    await changeSettings(service.database, changeOf(slug), { host });
    await service.settled(slug);
  };
  const at = (host: string, path: string) => service.get(path).set('Host', host);

  it.each([
    ['/', '<h1'],
    ['/1', 'How?'],
    ['/questions', 'How?'],
    ['/feed.atom', `https://${HOST}/1`],
    ['/sitemap.xml', `https://${HOST}/1`],
    ['/robots.txt', `Sitemap: https://${HOST}/sitemap.xml`],
    ['/api/dialog/help/1.json', `"absolute_url":"https://${HOST}/1"`],
  ])('has its pages there: %s', async (path, content) => {
    const { text } = await at(HOST, path).expect(200);
    expect(text).toContain(content);
    expect(text).not.toContain('/forum/');
  });

  it.each([HOST.toUpperCase(), `${HOST}.`, `${HOST}:8443`])('is found by %s', async (host) => {
    await at(host, '/1').expect(200);
  });

  it.each([
    ['forum.example', '/forum/help', ''],
    ['forum.example', '/forum/help/1?page=2', '/1?page=2'],
    [HOST, '/forum/help/questions', '/questions'],
    ['forum.example', '/forum/%68elp/1', '/1'],
    ['forum.example', '/forum/help?a=b', '?a=b'],
  ])('leads from %s%s to its own address', async (host, path, own) => {
    const { headers } = await at(host, path).expect(301);
    expect(headers.location).toBe(`https://${HOST}${own}`);
  });

  it('leads from a path with a slash to the one without', async () => {
    const { headers } = await at(HOST, '/questions/?sort=popular').expect(301);
    expect(headers.location).toBe('/questions?sort=popular');
  });

  it.each([
    ['unknown.example', '/1', 404],
    [HOST, '/2', 404],
    [HOST, '/nothing', 404],
    // The front page.
    ['forum.example', '/', 200],
  ])('and no others: %s%s answers %i', async (host, path, status) => {
    const { text } = await at(host, path).expect(status);
    expect(text).not.toContain('<title>How?');
  });

  it('shows a refused form with links to its pages', async () => {
    const form = service.request.post('/api/help').set('Host', HOST).type('form').set('Accept', 'text/html');
    const { text } = await form.send({ title: 'Hello', return_form: 'on' });
    expect(text).not.toContain('href="/forum/help');
    const again = await anna.send('/ask', { topic: 'Q', title: '', text: '' }).set('Host', HOST);
    expect([again.status, again.text.includes('href="/forum/help')]).toEqual([400, false]);
  });

  it('lets people sign in and write there', async () => {
    const own = { Host: HOST };
    expect((await anna.get('/me/account').set(own).expect(200)).text).toContain('anna@example.com');
    const asked = await anna.send('/ask', { topic: 'Q', title: 'Here?', text: 'Yes.' }).set(own).expect(303);
    expect(String(asked.headers.location)).toMatch(/^https:\/\/ask\.example\.com\/\d+/);
    expect((await anna.get('/').set(own).expect(200)).headers['cache-control']).toContain('private');
  });

  it('answers each host name from its own cache, which a change empties', async () => {
    await setHost('other', 'two.example.com');
    for (const path of ['/1', '/1?page=1', '/1']) {
      await at(HOST, path).expect(200);
      await at('two.example.com', '/2').expect(200);
      await at('two.example.com', path).expect(404);
    }
    await setHost('other', '');
    await at('two.example.com', '/2').expect(404);
    await at('forum.example', '/forum/other/2').expect(200);
  });

  it('shows uploaded files where those of other sites are links', async () => {
    await service.database.none(
      `update dialogs set text_html = '<img src="https://forum.example/api/file/help/a.png" alt="">' where id = 1`,
    );
    await changeSettings(service.database, changeOf('help'), { foreign_images: false });
    await service.settled('help');
    const { headers } = await at(HOST, '/1').expect(200);
    expect(headers['content-security-policy']).toContain("img-src 'self' https://forum.example;");
  });

  it('cannot take the host name of the service', async () => {
    await expect(setHost('other', 'desk.example.com')).rejects.toMatchObject({
      kind: 'invalid',
      message: 'desk.example.com is the host name of the service itself.',
    });
  });

  it('cannot take the host name of another forum', async () => {
    await expect(setHost('other', HOST)).rejects.toMatchObject({
      kind: 'conflict',
      message: `Another forum has the host name ${HOST}.`,
    });
  });
});
