import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listMissedPaths } from '@guidepost/desk/insights';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { writeComments, writeDialogs, writeForum } from '../testing/content.ts';
import { emptyForum, type ModeratedService, startModeratedService } from '../testing/moderated-service.ts';
import { operatorNamed } from '../testing/posts.ts';
import { addAddress } from './change-addresses.ts';
import { checkAddresses } from './check-addresses.ts';
import { describeTarget, listAddresses } from './list-addresses.ts';

const PUBLIC_URL = 'https://forum.example';
const HOST = 'help.example.com';
const SITE = '/forum/help';
const HOUR = 'public, max-age=3600';

let service: ModeratedService;
let folder: string;

beforeAll(async () => {
  service = await startModeratedService({ PUBLIC_URL, TRUSTED_PROXIES: '127.0.0.1, ::1' });
  await writeForum(service.database, { slug: 'other' });
  await writeForum(service.database, { slug: 'hosted' });
  await service.database.none("update forums set host = 'hosted.example.com' where slug = 'hosted'");
  folder = await mkdtemp(join(tmpdir(), 'guidepost-redirects-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
  await service.stop();
});

beforeEach(async () => {
  await service.database.none('delete from addresses; delete from missed_paths; delete from audit_entries');
  await emptyForum(service.database, service.forumId);
  await writeDialogs(service.database, service.forumId, [
    { id: 1001, title: 'Roses do not grow', tags: ['flowers', 'Secret'] },
    { id: 1002, title: 'Tulips in winter', tags: ['flowers'] },
    { id: 1003, title: 'Archived', archived: true },
    { id: 1004, title: 'Held', held: true },
  ]);
  await writeComments(service.database, service.forumId, [
    { id: 1011, dialog_id: 1001, text: 'Water them.' },
    { id: 1012, dialog_id: 1002, text: 'In spring.' },
    { id: 1013, dialog_id: 1001, text: 'Buy mine.', held: true },
  ]);
  await service.database.none(
    "insert into merged_dialogs (forum_id, id, dialog_id) values ($1, 900, 1001); update tags set is_public = true where name = 'flowers'",
    [service.forumId],
  );
});

const add = (address: string, to: string, more: { replace?: boolean } = {}) =>
  addAddress(
    service.database,
    { slug: 'help', actor: operatorNamed('Eva'), action: 'redirect add' },
    { address, to, publicUrl: PUBLIC_URL, ...more },
  );

const refusal = (address: string, to: string) =>
  add(address, to).then(
    () => undefined,
    ({ kind, message }) => `${kind}: ${message}`,
  );

const where = async () => {
  const { addresses } = await listAddresses(service.database, { slug: 'help', limit: 100 });
  return addresses.map((address) => `${address.address} → ${describeTarget(address)}`);
};

async function ask(path: string) {
  await service.settled('help');
  const { status, headers } = await service.request.get(path);
  return [status, headers.location];
}

describe('an address leads to', () => {
  it.each([
    ['a dialog', '/1001', `${SITE}/1001`],
    ['a dialog by one that was merged into it', '/900', `${SITE}/1001`],
    ['a comment', '/1001/comments/1011', `${SITE}/1001/comments/1011`],
    ['a comment by its place in a page', '/1001?page=2#comment-1011', `${SITE}/1001/comments/1011`],
    ['a public tag', '/tags/Flowers', `${SITE}/tags/flowers`],
    ['the home page', '/', SITE],
    ['a list of dialogs', '/questions', `${SITE}/questions`],
    ['the list of tags', '/tags', `${SITE}/tags`],
    ['the search', '/search', `${SITE}/search`],
    ['the form that asks', 'contact', `${SITE}/ask`],
    ['another site', 'https://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
    ['a forum of another site', 'https://example.org/forum/other/1', 'https://example.org/forum/other/1'],
    ['a page of its own by the whole address', `${PUBLIC_URL}${SITE}/1001`, `${SITE}/1001`],
  ])('%s', async (_, to, location) => {
    await add('/old/page', to);
    await service.settled('help');
    const { status, headers } = await service.request.get(`${SITE}/old/page/?utm_source=mail`);
    expect([status, headers.location, headers['cache-control']]).toEqual([301, location, HOUR]);
  });

  it.each([
    ['https://talk.acme.com/t/reset-it/12', '/t/other-words/12?u=bo'],
    ['/t/12', '/t/reset-it/12/7'],
    ['/p/99', '/p/99'],
    ['/c/support/billing/6', '/c/help/6'],
    ['/tag/billing', '/tag/billing'],
    [
      `/uploads/default/original/1X/${'a'.repeat(40)}.png`,
      `/uploads/acme/original/2X/a/${'a'.repeat(40)}.png`,
    ],
    ['/topic/12/reset-it', '/topic/12'],
    ['/d/12-reset-it', '/d/12'],
    ['/phpbb/viewtopic.php?f=2&t=12', '/viewtopic.php?t=12&p=99'],
    ['/viewtopic.php?p=99', '/phpbb/viewtopic.php?p=99'],
    ['https://acme.zendesk.com/hc/en-us/community/posts/12-Reset', '/hc/sv/community/posts/12'],
    ['/hc/en-us/community/topics/5-Ideas', '/hc/community/topics/5'],
    ['discourse:topic:12', '/t/reset-it/12'],
  ])('%s is the same as %s', async (address, asked) => {
    await add(address, '/1001');
    expect(await ask(SITE + asked)).toEqual([301, `${SITE}/1001`]);
  });

  it('an answer, before the topic that it is in', async () => {
    await add('/t/reset-it/12', '/1001');
    await add('/t/reset-it/12/2', '/1001/comments/1011');
    expect(await ask(`${SITE}/t/reset-it/12/2`)).toEqual([301, `${SITE}/1001/comments/1011`]);
    expect(await ask(`${SITE}/t/reset-it/12/3`)).toEqual([301, `${SITE}/1001`]);
  });

  it('the search, with the words that were searched for', async () => {
    await add('zendesk:search:', '/search');
    expect(await ask(`${SITE}/hc/en-us/search?query=red+roses`)).toEqual([301, `${SITE}/search?q=red+roses`]);
  });

  it('the pages of a host, where its paths begin', async () => {
    await service.forum('set', 'help', 'host', HOST);
    await add('/old', '/1001');
    await add('/older', '/');
    await service.settled('help');
    const dialog = await service.request.get('/old').set('Host', HOST);
    expect([dialog.status, dialog.headers.location]).toEqual([301, '/1001']);
    const home = await service.request.head('/older').set('Host', HOST);
    expect([home.status, home.headers.location]).toEqual([301, '/']);
    await service.forum('set', 'help', 'host', '');
  });
});

describe('readers get a 404', () => {
  it.each([
    ['of a held dialog', '/1004'],
    ['of a private tag', '/tags/Secret'],
  ])('%s', async (_, to) => {
    await add('/old', to);
    expect(await ask(`${SITE}/old`)).toEqual([404, undefined]);
  });

  it.each([
    ['another forum', 'get', '/forum/other/old'],
    ['the API', 'get', '/api/dialog/help/old'],
    ['a form', 'post', `${SITE}/old`],
    ['a path that cannot be read', 'get', `${SITE}/%E0%A4%A`],
  ] as const)('for %s', async (_, method, path) => {
    await add('/old', '/1001');
    await service.settled('help');
    const { status, headers } = await service.request[method](path);
    expect([400, 404, 405]).toContain(status);
    expect(headers.location).toBeUndefined();
  });

  it('after one indexed read', async () => {
    service.takeBoundStatements();
    await service.request.get(`${SITE}/t/unknown/4711/3`);
    const reads = service.takeBoundStatements().filter(({ text }) => /\bfrom addresses\b/.test(text));
    expect(reads).toHaveLength(1);
    // A table of some rows is read as a whole, unless it is forbidden.
    const plan = await service.database.tx('explain', async (transaction) => {
      await transaction.none('set local enable_seqscan = off');
      return transaction.any(`explain (format json) ${reads[0]?.text}`, reads[0]?.values ?? []);
    });
    expect(JSON.stringify(plan)).toMatch(/"Index Name":"addresses_forum_id_address_key"/);
  });
});

it('a held answer leads to its dialog', async () => {
  await add('/p/99', '/1001/comments/1013');
  expect(await ask(`${SITE}/p/99`)).toEqual([301, `${SITE}/1001`]);
});

describe('an address is refused', () => {
  it.each([
    ['no path', 'docs', '/1001', /^invalid: An address is a path/],
    ['a page', '/1001', '/1002', /^conflict: Readers see a page/],
    ['a list', '/questions', '/1002', /^conflict: Readers see a page/],
    ['a page of the service', '/api/x', '/1002', /^conflict: Readers see a page/],
    ['a dialog that is not there', '/old', '/4711', /^invalid: Nothing is at \/4711/],
    ['a tag that is not there', '/old', '/tags/none', /^invalid: Nothing is at/],
    ['itself', '/old', '/old', /^invalid: It would lead to itself/],
    ['itself by a scheme', '/t/a/12', '/t/b/12', /^invalid: It would lead to itself/],
    ['another forum', '/old', '/forum/other/1', /^invalid: .* another forum/],
    ['another forum by the service', '/old', `${PUBLIC_URL}/forum/other/1`, /^invalid: .* another forum/],
    ['another forum by its host', '/old', 'https://hosted.example.com/1', /^invalid: .* another forum/],
    ['a script', '/old', 'javascript:alert(1)', /^invalid: A target is a path such as \/12/],
    ['plain HTTP', '/old', 'http://example.org', /^invalid: A URL of another site begins with https/],
    ['a password', '/old', 'https://a:b@example.org', /^invalid: .*password/],
  ])('that leads to %s', async (_, address, to, message) => {
    expect(await refusal(address, to)).toMatch(message);
    expect(await where()).toEqual([]);
  });

  it('that leads elsewhere already, unless it is to be replaced', async () => {
    await add('/old', '/1001');
    expect(await refusal('/old', '/1002')).toBe('conflict: It leads elsewhere already.');
    await add('/old', '/1002', { replace: true });
    expect(await where()).toEqual(['/old → /1002']);
  });
});

it('an address that leads to another leads to where that one leads', async () => {
  await add('/t/a/12', '/1001#place');
  await add('/old', '/t/b/12');
  await add('/older', '/old');
  expect(await where()).toEqual([
    '/old → /1001#place',
    '/older → /1001#place',
    'discourse:topic:12 → /1001#place',
  ]);
});

describe('a target that moves takes its addresses along', () => {
  it('a dialog that is merged, and its answers', async () => {
    await add('/t/a/12', '/1002');
    await add('/t/a/12/2', '/1002/comments/1012');
    expect(await service.forum('dialog', 'merge', 'help', '1002', '1001')).toMatchObject({ stderr: '' });
    expect(await where()).toEqual([
      'discourse:topic:12 → /1001',
      'discourse:topic:12-2 → /1001/comments/1012',
    ]);
    expect(await ask(`${SITE}/t/a/12/2`)).toEqual([301, `${SITE}/1001/comments/1012`]);
    expect(await ask(`${SITE}/1002/comments/1012`)).toEqual([301, `${SITE}/1001/comments/1012`]);
  });

  it('a dialog that was merged elsewhere leads on with the addresses of its answers', async () => {
    await add('/700', '/1001');
    await add('/701', '/tags/flowers');
    expect(await ask(`${SITE}/700/comments/1011`)).toEqual([301, `${SITE}/1001/comments/1011`]);
    for (const path of ['/700/comments/1011/1', '/701/comments/1011', '/702/comments/1011'])
      expect(await ask(`${SITE}${path}`)).toEqual([404, undefined]);
  });

  it('a dialog that is deleted takes them with it, and brings them back', async () => {
    await add('/t/a/12', '/1001');
    await add('/t/a/12/2', '/1001/comments/1011');
    await add('/taken', '/1001');
    await service.forum('dialog', 'delete', 'help', '1001');
    expect(await where()).toEqual([]);
    await add('/taken', '/1002');
    await service.forum('dialog', 'undelete', 'help', '1001');
    expect(await where()).toEqual([
      '/taken → /1002',
      'discourse:topic:12 → /1001',
      'discourse:topic:12-2 → /1001/comments/1011',
    ]);
  });

  it('an answer that is deleted, too', async () => {
    await add('/t/a/12/2', '/1001/comments/1011');
    await service.forum('comment', 'delete', 'help', '1011');
    expect(await where()).toEqual([]);
    await service.forum('comment', 'undelete', 'help', '1011');
    expect(await where()).toEqual(['discourse:topic:12-2 → /1001/comments/1011']);
  });
});

it('forum redirect check says what requests get', async () => {
  await add('/old', '/1001#part');
  await add('/gone', '/1004');
  await add('/t/a/12', '/tags/flowers');
  const own = ['/', '/questions', '/tags', '/search', '/ask', '/sitemap.xml', '/feed.atom', '/robots.txt'];
  const dialogs = ['/1001', '/1003', '/1004', '/900', '/4711', '/1001/comments/1013'];
  const tags = ['/tags/flowers', '/tags/Secret', '/tags/none'];
  const old = ['/old', '/OLD', '/gone', '/t/b/12/7', '/t/b/13', '/unknown'];
  const paths = [...own, ...dialogs, ...tags, ...old];
  await service.settled('help');
  const asked = [];
  for (const address of paths) {
    const path = address === '/robots.txt' ? address : SITE + (address === '/' ? '' : address);
    const { status, headers } = await service.request.get(path);
    asked.push({ address, status, to: headers.location?.slice(SITE.length) });
  }
  const checked = await checkAddresses(service.database, { slug: 'help', addresses: paths });
  expect(checked.map(({ address, status, to }) => ({ address, status, to }))).toEqual(asked);
});

describe('readers are counted', () => {
  const BROWSER = { 'User-Agent': 'Mozilla/5.0' };

  async function askAs(path: string, visitors: number, headers: Record<string, string> = BROWSER) {
    for (let visitor = 1; visitor <= visitors; visitor += 1)
      await service.request.get(SITE + path).set({ ...headers, 'X-Forwarded-For': `192.0.2.${visitor}` });
    await service.context.addressCounts.flush();
  }

  it('whom an address has led on, without crawlers', async () => {
    await add('/old', '/1001');
    await service.settled('help');
    await askAs('/old', 3);
    await askAs('/old', 2, { 'User-Agent': 'Googlebot/2.1' });
    const { addresses } = await listAddresses(service.database, { slug: 'help', limit: 10 });
    expect(addresses.map(({ address, hits }) => [address, hits])).toEqual([['/old', 3]]);
  });

  it('who ask in vain, all spellings of a scheme together, without probes', async () => {
    await askAs('/t/reset/12', 20);
    await askAs('/t/other/12/3', 1);
    await askAs('/wp-login.php', 20);
    await askAs('/viewtopic.php', 20);
    const paths = await listMissedPaths(service.database, { tenantId: service.forumId, days: 30, limit: 9 });
    expect(paths.map(({ path }) => path)).toEqual(['/t/reset/12']);
  });

  it('at what looks like a probe, where the forum has come from such a system', async () => {
    await add('phpbb:topic:1', '/1001');
    await service.settled('help');
    await askAs('/viewtopic.php?t=12', 20);
    const paths = await listMissedPaths(service.database, { tenantId: service.forumId, days: 30, limit: 9 });
    expect(paths.map(({ path }) => path)).toEqual(['/viewtopic.php?t=12']);
  });
});

describe('forum redirect', () => {
  const redirect = (...words: string[]) => service.forum('redirect', ...words);

  it('adds, lists and removes addresses, and tells the audit', async () => {
    const added = await redirect('add', 'help', 'https://talk.acme.com/t/roses/12', '/1001', '--by', 'Eva');
    expect(added).toEqual({ code: 0, stdout: 'discourse:topic:12 leads to /1001.\n', stderr: '' });
    expect((await redirect('list', 'help')).stdout).toMatch(/discourse:topic:12 +\/1001 +0 +Eva \(cli\)/);
    expect((await redirect('remove', 'help', '/t/other/12')).stdout).toBe('Removed /t/other/12.\n');
    expect((await redirect('list', 'help')).stdout).toBe('There are no old addresses.\n');
    const audit = await service.database.any(
      'select action, dialog_id, details from audit_entries order by id',
    );
    const details = { old_address: 'discourse:topic:12', leads_to: '/1001' };
    expect(audit).toEqual([
      { action: 'redirect add', dialog_id: 1001, details },
      { action: 'redirect remove', dialog_id: 1001, details },
    ]);
  });

  it('imports a CSV file, which it also writes, and names what it cannot import', async () => {
    const path = join(folder, 'redirects.csv');
    await writeFile(path, 'from,to\n/viewtopic.php?f=1&t=7,/1001\n/a,/1002\n/b,/4711\n/c,/a\n');
    const dry = await redirect('import', 'help', path, '--dry-run');
    expect(dry.stdout).toContain(
      'Nothing was changed. An import would make: 3 created, 0 changed, 0 unchanged.',
    );
    expect(await where()).toEqual([]);
    const { code, stdout, stderr } = await redirect('import', 'help', path);
    expect([code, stderr]).toEqual([1, '1 address not added.\n']);
    expect(stdout).toContain(`${path}:4: /b → /4711: Nothing is at /4711.`);
    const { stdout: csv } = await redirect('list', 'help', '--csv');
    expect(csv).toBe('\ufeffaddress,to\r\n/a,/1002\r\n/c,/1002\r\nphpbb:topic:7,/1001\n');
    const again = join(folder, 'again.csv');
    await writeFile(again, csv);
    expect((await redirect('import', 'help', again)).stdout).toBe(
      'Addresses: 0 created, 0 changed, 3 unchanged.\n',
    );
  });

  it('checks a sitemap, and fails with the nearest dialogs', async () => {
    await redirect('add', 'help', '/t/roses/12', '/1001');
    const path = join(folder, 'sitemap.xml');
    await writeFile(
      path,
      '<urlset><url><loc>https://t.acme.com/t/x/12</loc></url><url><loc>https://t.acme.com/t/tulips-grow/13</loc></url></urlset>',
    );
    const { code, stdout, stderr } = await redirect('check', 'help', path);
    expect([code, stderr]).toEqual([1, '1 address of 2 failed.\n']);
    expect(stdout).toContain('301  https://t.acme.com/t/x/12 → /1001');
    expect(stdout).toMatch(
      /FAIL https:\/\/t\.acme\.com\/t\/tulips-grow\/13 \(nearest: \/100[12], \/100[12]\)/,
    );
  });
});
