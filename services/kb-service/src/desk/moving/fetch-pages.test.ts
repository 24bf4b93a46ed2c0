import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VENDORS } from '@guidepost/fetch';
import { png } from '@guidepost/files/testing';
import { until } from '@guidepost/local-servers/testing';
import {
  answerAsZendesk,
  type StandIn,
  type StandInAnswer,
  startStandIn,
  type ZendeskCentre,
  zendeskArticle,
} from '@guidepost/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createImportRunner } from '../../archive/jobs/run-imports.ts';
import { type DeskClient, signInAs } from '../../testing/desk-client.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

const HOST = 'help.example.com';
const OTHERS = [1, 2, 3, 4, 5].map((number) => `help-${number}.example.com`);
const IMPORT = `/desk/kb/${HOST}/structure/import`;
const TOKEN = 'ada@example.com/token:not-to-be-seen';
const CAT = '/hc/article_attachments/501/cat.png';
const LISTS = '/api/v2/help_center/categories';

let room: string;
let service: TestService;
let owner: DeskClient;
let vendor: StandIn;
let centre: ZendeskCentre;

beforeAll(async () => {
  room = await mkdtemp(join(tmpdir(), 'guidepost-fetches-'));
  service = await startTestService(
    [HOST, ...OTHERS].map((host) => ({ host })),
    { KB_IMPORT_FOLDER: room, WEBHOOK_ALLOW_PRIVATE: 'on' },
  );
  owner = await signInAs(service, { host: HOST, role: 'owner', name: 'Eva' });
});

afterAll(async () => {
  await service.stop();
  await rm(room, { recursive: true });
});

beforeEach(async () => {
  centre = {
    articles: [101, 102].map((id) => zendeskArticle(id, { body: `<p><img src="${CAT}"></p>` })),
    files: { [CAT]: png() },
  };
  vendor = await startStandIn((url) => answerAsZendesk(centre)(url));
});

afterEach(async () => {
  await vendor.stop();
  await service.database.none('delete from import_jobs');
  await look();
  await until('no files are left', async () => (await readdir(room)).length === 0);
});

/** The heartbeat of each instance. */
const look = () => Promise.all(service.contexts.map(({ imports }) => imports.look()));

const typed = (fields = {}) => ({ vendor: 'zendesk', site: vendor.url, token_of_vendor: TOKEN, ...fields });

async function begin(fields = {}): Promise<string> {
  const { headers } = await owner.post(`${IMPORT}/fetch`, typed(fields)).expect(303);
  return String(headers.location);
}

async function untilState(job: string, state: string): Promise<void> {
  await until(
    `the import is ${state}`,
    async () => (await owner.get(`${job}/progress`)).body.state === state,
  );
}

describe('a help centre of another vendor', () => {
  it('is fetched, checked and imported at the desk, with its pictures', async () => {
    const job = await begin();
    await untilState(job, 'checked');
    expect((await owner.get(`${job}/progress`)).body).toMatchObject({
      fetched: expect.any(Number),
      guides: 2,
    });
    const { text } = await owner.get(job).expect(200);
    expect(text).toContain(`Zendesk: ${new URL(vendor.url).host}</h1>`);
    expect(text).toMatch(/Pages and files fetched|An import would make:/);
    await owner.post(job, { action: 'import' }).expect(303);
    await untilState(job, 'imported');
    const guides = await service.database.any('select slug, content_html from guides order by slug');
    expect(guides).toEqual(
      [101, 102].map((id) => ({ slug: `article-${id}`, content_html: expect.stringContaining('/files/') })),
    );
  });

  it('S45: has its token in no page, table, log or file, and people see who fetched it', async () => {
    const held = vendor.holdAfter(3);
    const job = await begin();
    await held;
    expect(vendor.headers.authorization).toBe(`Basic ${Buffer.from(TOKEN).toString('base64')}`);
    const pages = await Promise.all([IMPORT, job, `/desk/kb/${HOST}/audit`].map((path) => owner.get(path)));
    const { text: refused } = await owner.post(`${IMPORT}/fetch`, typed({ site: 'ftp://x' })).expect(422);
    const rows = await service.database.any(
      'select j::text as row from import_jobs j union all select a::text from audit_entries a',
    );
    const all = [
      ...pages.map(({ text }) => text),
      refused,
      ...rows.map(({ row }) => row),
      ...service.logLines,
    ].join('\n');
    expect(all).not.toContain('not-to-be-seen');
    expect(pages[2]?.text).toContain('Had a help centre fetched');
    expect(refused).toContain('It must be an address such as https://acme.zendesk.com.');
    await owner.post(job, { action: 'stop' }).expect(303);
    await look();
    await untilState(job, 'stopped');
  });

  it('can be left and found again while it is fetched, and stopped at any time', async () => {
    const held = vendor.holdAfter(2);
    const job = await begin();
    await held;
    await look();
    const { text } = await owner.get(job).expect(200);
    expect(text).toContain('Being fetched');
    expect(text).toMatch(/Pages and files fetched: <span data-fetched>[12]<\/span><\/p>/);
    expect((await owner.get(IMPORT)).text).toContain('Being fetched');
    expect((await owner.post(`${IMPORT}/fetch`, typed())).status).toBe(409);
    await owner.post(job, { action: 'stop' }).expect(303);
    await look();
    await untilState(job, 'stopped');
    expect(await service.database.any('select id from guides where slug like $1', ['article%'])).toHaveLength(
      2,
    );
  });

  it('that answers slowly keeps no one else from importing', async () => {
    const held = vendor.holdAfter(1);
    const job = await begin();
    await held;
    const [host = ''] = OTHERS;
    const other = await signInAs(service, { host, role: 'owner', name: 'Bo' });
    const { headers } = await service.request
      .post(IMPORT.replace(HOST, host))
      .set({ Cookie: other.cookie, 'Sec-Fetch-Site': 'same-origin' })
      .field('token', other.token)
      .attach('file', Buffer.from('# Page\n\nx'), 'page.md')
      .expect(303);
    const progress = `${String(headers.location)}/progress`;
    await until('the other one is checked', async () => (await other.get(progress)).body.state === 'checked');
    expect((await owner.get(`${job}/progress`)).body.state).toBe('fetching');
  });
});

describe('a fetch that fails says why', () => {
  const redirect = (location: string) => ({ status: 302, headers: { Location: location } });

  it.each<[what: string, answer: () => StandInAnswer, said: string]>([
    ['the token is wrong', () => ({ status: 401 }), 'The vendor refuses the token'],
    ['the token may too little', () => ({ status: 403 }), 'The vendor refuses the token'],
    ['nothing is there', () => ({ status: 404 }), 'There is no help centre of this vendor'],
    [
      'the vendor limits requests',
      () => ({ status: 429, headers: { 'Retry-After': '3600' } }),
      'The vendor is overloaded or limits requests.',
    ],
    ['it leads inside', () => redirect('http://127.0.0.1:1/'), 'The address leads to another host'],
    ['it leads elsewhere', () => redirect('https://example.com/'), 'The address leads to another host'],
    [
      'it is another site',
      () => ({ body: '<h1>Welcome</h1>' }),
      'does not answer as this vendor’s help centres do',
    ],
  ])('%s', async (_, answer, said) => {
    vendor.answerOnce(LISTS, answer());
    const job = await begin();
    await untilState(job, 'failed');
    expect((await owner.get(job)).text).toContain(said);
  });

  it.each<[what: string, arrange: () => void, said: string]>([
    ['it has no articles', () => Object.assign(centre, { articles: [] }), 'has no articles'],
  ])('%s', async (_, arrange, said) => {
    arrange();
    const job = await begin();
    await untilState(job, 'failed');
    const { text } = await owner.get(job);
    expect(text).toContain(said);
    expect(text).not.toContain(room);
  });
});

describe('a form with a mistake begins nothing', () => {
  it.each<[what: string, fields: Record<string, string>, said: string]>([
    ['an unknown vendor', { vendor: 'acme' }, 'aria-describedby="vendor-hint"'],
    ['no address', { site: '' }, 'It must be an address'],
    ['an address with a password', { site: 'https://a:b@example.com' }, 'It must be an address'],
    ['a file', { site: 'file:///etc/passwd' }, 'It must be an address'],
    ['no token where one is needed', { vendor: 'intercom', token_of_vendor: '' }, 'Enter the token'],
    ['a token of two lines', { token_of_vendor: 'a\r\nHost: b' }, 'Enter the token'],
    ['a language that is none', { locale: '../de' }, 'It must be a language'],
  ])('%s', async (_, fields, said) => {
    const { text } = await owner.post(`${IMPORT}/fetch`, typed(fields)).expect(422);
    expect(text).toContain(said);
    expect(await service.database.any('select id from import_jobs')).toEqual([]);
  });
});

describe('the bounds of fetches', () => {
  const EVA = { name: 'Eva', role: 'owner', door: 'desk' } as const;

  function createRunner(options: Partial<Parameters<typeof createImportRunner>[0]>) {
    const { database, context } = service;
    const runner = createImportRunner({ database, logger: context.logger, folder: room, ...options });
    const zendesk = VENDORS.get('zendesk');
    if (!zendesk) throw new Error('Zendesk is missing');
    const begin = async (host: string) => {
      const { id } = await database.one('select id from knowledge_bases where host = $1', [host]);
      const source = { vendor: zendesk, site: new URL(vendor.url), token: undefined, locale: undefined };
      return runner.beginFetch(EVA, { ...source, images: 'own', knowledgeBaseId: id, host });
    };
    return { begin, stop: runner.stop };
  }

  const reasonOf = async (id: number) =>
    (await service.database.one('select problem_reason from import_jobs where id = $1', [id])).problem_reason;

  it.each([
    ['S45: nothing is asked inside this network', { allowPrivate: false }, 'fetchElsewhere'],
    ['a large one ends', { allowPrivate: true, limits: { saved: 9_000, bytes: 100 } }, 'fetchTooLarge'],
    ['one of many files ends', { allowPrivate: true, limits: { saved: 3, bytes: 1e9 } }, 'fetchTooLarge'],
  ])('%s', async (_, options, reason) => {
    const runner = createRunner(options);
    const id = await runner.begin(HOST);
    await until('it has ended', async () => (await reasonOf(id)) === reason);
    await runner.stop();
    expect(vendor.requests.length > 0).toBe(options.allowPrivate);
  });

  it('four are fetched at once, and what they have ends with the service', async () => {
    const held = vendor.holdAfter(0);
    const runner = createRunner({ allowPrivate: true });
    for (const host of OTHERS.slice(1)) await runner.begin(host);
    await held;
    await expect(runner.begin(HOST)).rejects.toMatchObject({ details: { reason: 'fetchesBusy' } });
    await runner.stop();
    const states = await service.database.any('select distinct state from import_jobs', []);
    expect(states).toEqual([{ state: 'interrupted' }]);
    expect(await readdir(room)).toEqual([]);
  });
});
