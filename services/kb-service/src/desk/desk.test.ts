import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signInThroughProvider } from '@guidepost/desk/testing';
import { until } from '@guidepost/local-servers/testing';
import { readByParsers } from '@guidepost/testing/markup';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PERMISSIONS } from '../model/permissions.ts';
import { OPERATOR } from '../testing/content.ts';
import { type DeskClient, type ServedDesk, serveDesk, signInAs } from '../testing/desk-client.ts';
import { EXAMPLE } from '../testing/example.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { deleteGuides } from '../writing/deleted/delete-guides.ts';
import { THINGS } from './history/said-details.ts';

const HOST = EXAMPLE.host;
const OTHER = 'second.example.com';
const DESK = `/desk/kb/${HOST}`;
const MAIL = { MAIL_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'help@example.com' };

let service: TestService;
let owner: DeskClient;
let editor: DeskClient;
let author: DeskClient;
let stranger: DeskClient;

beforeAll(async () => {
  const guides = [...(EXAMPLE.guides ?? []), { id: 39, slug: 'gone', title: 'Gone' }];
  service = await startTestService([{ ...EXAMPLE, guides }, { host: OTHER }], {
    PUBLIC_FILES_URL: 'https://files.example.com',
  });
  await deleteGuides(service.database, OPERATOR, { host: HOST, slugs: ['gone'] });
  await service.database.none(
    `insert into import_jobs (knowledge_base_id, file_name, started_by, state, heartbeat_at)
     select id, 'manual.zip', 'Eva', 'checked', 'infinity' from knowledge_bases where host = $1`,
    [HOST],
  );
  await service.database.none(
    `insert into staff_views (tenant_id, list, name, query)
     select id, 'guides', 'Due', 'due=on' from knowledge_bases where host = $1`,
    [HOST],
  );
  owner = await signInAs(service, { host: HOST, role: 'owner' });
  editor = await signInAs(service, { host: HOST, role: 'editor', name: 'Desk Editor' });
  author = await signInAs(service, { host: HOST, role: 'author' });
  stranger = await signInAs(service, { host: OTHER, role: 'owner' });
});

afterAll(() => service.stop());

/** Changes with every write to a knowledge base, its people and their sessions. */
async function state(): Promise<unknown> {
  const tables = [
    'knowledge_bases',
    'guides',
    'guide_drafts',
    'guide_proposals',
    'guide_notes',
    'deleted_guides',
    'categories',
    'tags',
    'former_slugs',
    'addresses',
    'access_keys',
    'staff_memberships',
    'staff_people',
    'staff_links',
    'audit_entries',
    'guide_comments',
    'import_jobs',
    'staff_views',
    'search_synonyms',
    'search_tenants',
  ];
  return Promise.all(
    tables.map((table) => service.database.any(`select xmin::text, ctid::text from ${table} order by 2`)),
  );
}

/** Every address of the desk that changes something, with fields that would. */
const FORMS: [path: string, fields?: Record<string, string>][] = [
  [`${DESK}/guides`, { action: 'create' }],
  [`${DESK}/guides`, { action: 'unpublish', 'guide[31]': 'on' }],
  [`${DESK}/guides/views`, { action: 'save', name: 'New', query: 'due=on', shared: 'on' }],
  [`${DESK}/guides/views`, { action: 'rename', view: '1', name: 'Changed' }],
  [`${DESK}/guides/views`, { action: 'delete', view: '1' }],
  [`${DESK}/guides/31`, { action: 'publish', title: 'Changed', content: '<p>x</p>', revision: '1' }],
  [`${DESK}/guides/31`, { action: 'propose', title: 'Changed', content: '<p>x</p>', revision: '1' }],
  [`${DESK}/guides/31`, { action: 'send-back', decision: 'Shorter, please.' }],
  [`${DESK}/guides/31`, { action: 'confirm' }],
  [`${DESK}/guides/31/notes`, { action: 'note', note: 'Is this still so?' }],
  [`${DESK}/guides/31/discard`],
  [`${DESK}/guides/31`, { action: 'delete' }],
  [`${DESK}/guides`, { action: 'delete', 'guide[31]': 'on' }],
  [`${DESK}/deleted`, { guides: '39' }],
  [`${DESK}/deleted/39`, { confirm: 'Gone' }],
  [`${DESK}/guides/31/history/1`],
  [`${DESK}/insights/comments/1/delete`],
  [`${DESK}/insights/leads-to`, { words: 'zeppelin', slug: 'install' }],
  [`${DESK}/structure/categories`, { name: 'New' }],
  [`${DESK}/structure/categories/11`, { name: 'Changed', guidesName: 'x', slug: 'changed', icon: 'book' }],
  [`${DESK}/structure/categories/11/move`, { place: '5' }],
  [`${DESK}/structure/categories/11/guides`, { order: '32,31' }],
  [`${DESK}/structure/categories/11/merge`, { into: '12', confirm: 'Install' }],
  [`${DESK}/structure/categories/11/delete`],
  [`${DESK}/structure/tags`, { name: 'New' }],
  [`${DESK}/structure/tags/21`, { name: 'Changed', slug: 'changed' }],
  [`${DESK}/structure/tags/21/merge`, { into: '22' }],
  [`${DESK}/structure/tags/21/delete`],
  [`${DESK}/structure/addresses`, { address: '/old', to: '/guides/install' }],
  [`${DESK}/structure/addresses/1/remove`],
  [`${DESK}/structure/addresses/forget`, { slug: 'old' }],
  [`${DESK}/structure/synonyms`, { words: 'invoice, bill' }],
  [`${DESK}/structure/synonyms/remove`, { words: 'bill, invoice' }],
  [`${DESK}/structure/synonyms/everyday`, { use: 'off' }],
  [`${DESK}/structure/import`],
  [`${DESK}/structure/import/fetch`, { vendor: 'zendesk', site: 'https://acme.zendesk.invalid' }],
  [`${DESK}/structure/export`],
  [`${DESK}/structure/import/1`, { action: 'import' }],
  [`${DESK}/structure/import/1`, { action: 'discard' }],
  [
    `${DESK}/settings`,
    { name: 'x', organization_name: 'x', language: 'sv', access: 'disabled', accent_color: '#000000' },
  ],
  [`${DESK}/settings/look`, { notice: 'Closed today', css: 'h1 { color: red }' }],
  [`${DESK}/settings/look/preview`, { notice: 'Closed today' }],
  [`${DESK}/settings/logo`, { action: 'remove' }],
  [`${DESK}/settings/partner`, { partner: '' }],
  [`${DESK}/settings/hosts`, { action: 'add', host: 'other.example.com' }],
  [`${DESK}/settings/contact`, { kind: 'mail', 'mail.email': 'support@example.com' }],
  [`${DESK}/messages/1`, { action: 'close' }],
  [`${DESK}/settings/languages`, { action: 'add', language: 'de' }],
  [`${DESK}/settings/widget`, { widget_rules: '/checkout/* refunds' }],
  [`${DESK}/settings/widget/versions`, { action: 'keep' }],
  [`${DESK}/settings/languages`, { move: 'de:1' }],
  [`${DESK}/settings/languages`, { action: 'fallbacks', language: 'de', fallbacks: '' }],
  [`${DESK}/keys`, { name: 'New', scope: 'write' }],
  [`${DESK}/keys/1/revoke`],
  [`${DESK}/people`, { email: 'new@example.com', role: 'owner' }],
  [`${DESK}/people/1/role`, { role: 'author' }],
  [`${DESK}/people/1/languages`, { limited: 'on', 'language[en]': 'on' }],
  [`${DESK}/people/1/link`],
  [`${DESK}/people/1/remove`],
  ['/desk/account/name', { name: 'Changed' }],
  ['/desk/account/password', { current: 'x', password: 'y' }],
  ['/desk/account/sessions', { session: 'others' }],
  ['/desk/account/passkeys/1/remove'],
];

/** Jest would take a missing argument for a callback. */
const CHANGES = FORMS.map(([path, fields = {}]) => [path, fields] as const);

describe('S31 a request that another site makes', () => {
  const ORIGINS: [name: string, headers: Record<string, string>][] = [
    ['without any origin', {}],
    ['of another origin', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
    ['of another host of the domain', { 'Sec-Fetch-Site': 'same-site' }],
    ['of a sandboxed page', { Origin: 'null' }],
    ['of another origin, from an old browser', { Origin: 'https://evil.example' }],
  ];

  it.each(CHANGES)('changes nothing: %s', async (path, fields) => {
    const before = await state();
    for (const [, headers] of ORIGINS) {
      const answer = await service.request
        .post(path)
        .set({ Cookie: owner.cookie, ...headers })
        .type('form')
        .send({ token: owner.token, ...fields });
      expect(answer.status).toBe(403);
    }
    for (const token of ['', 'A'.repeat(43), editor.token]) {
      const answer = await service.request
        .post(path)
        .set({ Cookie: owner.cookie, 'Sec-Fetch-Site': 'same-origin' })
        .type('form')
        .send({ ...fields, token });
      expect(answer.status).toBe(403);
    }
    for (const method of ['get', 'head'] as const)
      await service.request[method](path).set('Cookie', owner.cookie);
    expect(await state()).toEqual(before);
  });

  it.each([
    '/guides/31/draft',
    '/guides/31/open',
    '/guides/31/images',
    '/guides/31/comparison',
    '/categories',
    '/markdown',
  ])('changes nothing: %s, which a script asks for', async (path) => {
    const before = await state();
    const sending = () => service.request.post(`${DESK}${path}`).set('Cookie', owner.cookie);
    for (const [, headers] of ORIGINS)
      expect(
        (
          await sending()
            .set({ ...headers, 'X-Desk-Token': owner.token })
            .send({ title: 'x' })
        ).status,
      ).toBe(403);
    for (const token of ['', editor.token]) {
      const headers = { 'Sec-Fetch-Site': 'same-origin', 'X-Desk-Token': token };
      expect((await sending().set(headers).send({ title: 'x' })).status).toBe(403);
    }
    expect(await state()).toEqual(before);
  });

  it('is the same to the API and to pages, which read no cookie', async () => {
    for (const path of [`/knowledge/v1/${HOST}/guides`, `/site/${HOST}`, `/site/${HOST}/search?q=install`]) {
      const asking = () => service.get(path);
      const plain = await asking();
      const signedIn = await asking().set('Cookie', owner.cookie);
      expect([signedIn.status, signedIn.text, signedIn.headers.etag]).toEqual([
        plain.status,
        plain.text,
        plain.headers.etag,
      ]);
    }
  });
});

describe('S33 what a role may do', () => {
  const OWNERS_ALONE = CHANGES.filter(([path]) => /\/(settings|keys|people)/.test(path));
  const NOT_FOR_AUTHORS = CHANGES.filter(
    ([path, fields]) =>
      /\/(structure|deleted|leads-to)/.test(path) ||
      ['publish', 'unpublish', 'send-back', 'delete'].includes(fields.action ?? ''),
  );

  it.each(OWNERS_ALONE)('owners alone: %s', async (path, fields) => {
    const before = await state();
    for (const person of [editor, author]) {
      expect((await person.post(path, fields)).status).toBe(403);
    }
    expect(await state()).toEqual(before);
  });

  it.each(NOT_FOR_AUTHORS)('not authors: %s', async (path, fields) => {
    const published = () =>
      service.database.any('select id, title, slug, content_html, published from guides order by id');
    const before = await published();
    expect((await author.post(path, fields)).status).toBe(403);
    expect(await published()).toEqual(before);
  });

  it.each(CHANGES.filter(([path]) => path.startsWith(DESK)))(
    'nothing of another knowledge base: %s',
    async (path, fields) => {
      const before = await state();
      expect((await stranger.post(path, fields)).status).toBe(404);
      expect([404, 405]).toContain((await stranger.get(path)).status);
      expect(await state()).toEqual(before);
    },
  );

  it.each(['people', 'keys', 'settings', 'audit', 'health'])('an author cannot read /%s', async (section) => {
    expect((await author.get(`${DESK}/${section}`)).status).toBe(403);
    expect((await author.get(`${DESK}/guides`)).text).not.toContain(`${DESK}/${section}`);
  });
});

describe('pages of the desk', () => {
  const PAGES = [
    '',
    '/guides',
    '/guides?q=inst&state=published&sort=-title',
    '/guides/views',
    '/guides/31',
    '/guides/31/preview',
    '/guides/31/preview/page',
    '/guides/31/history',
    '/guides/31/history/1',
    '/guides/31/history/compare?from=1&to=draft',
    '/guides/31/discard',
    '/guides/31/insights?days=365',
    '/guides/39',
    '/deleted',
    '/deleted/39',
    '/insights',
    '/insights?days=365',
    '/insights/comments.csv',
    '/insights/leads-to?words=zeppelin',
    '/structure',
    '/structure/synonyms?words=zeppelin',
    '/structure/categories/11',
    '/structure/tags/21',
    '/structure/import',
    '/structure/import/1',
    '/structure/import/1/links',
    '/people',
    '/keys',
    '/settings',
    '/settings/languages',
    '/settings/programs',
    '/audit',
    '/health',
  ];

  it.each(PAGES)('%s is answered to its owner, and stored nowhere', async (page) => {
    const answer = await owner.get(DESK + page);
    expect([200, 303]).toContain(answer.status);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['content-security-policy']).not.toContain('unsafe');
  });

  it.each(PAGES)('%s leads to the sign-in without a session', async (page) => {
    const answer = await service.request.get(DESK + page);
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      expect.stringMatching(/^\/desk\/sign-in\?next=/),
    ]);
  });

  it.each([
    ['with the way back', 950, `/desk/sign-in?next=${encodeURIComponent(`${DESK}/guides`)}`],
    ['alone, if the address is so long that proxies would refuse the answer', 1_001, '/desk/sign-in'],
  ])('lead to the sign-in %s', async (_, length, expected) => {
    const address = `${DESK}/guides?q=`.padEnd(length, 'a');
    const { headers } = await service.request.get(address).expect(303);
    expect(headers.location?.split('%3Fq')[0]).toBe(expected);
  });

  it.each([
    ['sv-SE,sv;q=0.9,en;q=0.5', 'sv', 'Ny guide'],
    ['no,en;q=0.5', 'nb', 'Ny veiledning'],
    ['nn-NO,nn;q=0.9,en;q=0.5', 'nb', 'Ny veiledning'],
    ['et', 'en', 'New guide'],
  ])('answer browsers that ask for %s in %s', async (asked, language, text) => {
    const answer = await owner.get(`${DESK}/guides`).set('Accept-Language', asked);
    expect(answer.text).toContain(`<html lang="${language}"`);
    expect(answer.text).toContain(text);
  });

  it('lead from a tag to its guides, and to what readers see', async () => {
    const { text } = await owner.get(`${DESK}/structure/tags/21`).expect(200);
    const [, address = '', count = ''] = /<a href="([^"]+\?tag=[^"]+)">(\d+) guides?</.exec(text) ?? [];
    const list = await owner.get(address).expect(200);
    expect(list.text.match(/name="guide\[/g)).toHaveLength(Number(count));
    expect(list.text).toMatch(new RegExp(`<a href="http[^"]+${HOST}">View site</a>`));
    // Back leads to what has been deleted.
    const { text: all } = await owner.get(`${DESK}/guides?tag=deleted&category=deleted`).expect(200);
    expect(all.match(/name="guide\[/g)?.length).toBeGreaterThan(Number(count));
  });

  it('show what someone typed who was signed out, to be sent again', async () => {
    const answer = await service.request
      .post(`${DESK}/guides/31`)
      .set('Sec-Fetch-Site', 'same-origin')
      .type('form')
      .send({ token: 'gone', title: 'Typed <b>text</b>', content: '<p>Long</p>' });
    expect(answer.status).toBe(401);
    expect(answer.text).toContain('Typed &lt;b&gt;text&lt;/b&gt;');
    expect(answer.text).toContain('&lt;p&gt;Long&lt;/p&gt;');
  });
});

describe('the page People', () => {
  it('does not say of someone who has signed out that they were never here', async () => {
    const { name, personId, post } = await signInAs(service, { host: HOST, role: 'author' });
    const lastSeen = async () => {
      const { text } = await owner.get(`${DESK}/people`);
      const [row = ''] = text.split('<tr>').filter((each) => each.includes(`/people/${personId}/role`));
      return /data-label="Last seen">(.*?)<\/td>/s.exec(row)?.[1];
    };
    expect(await lastSeen()).toContain('<time');
    await post('/desk/sign-out').expect(303);
    expect(await lastSeen()).toBe('–');
    await owner.post(`${DESK}/people/${personId}/remove`, { confirm: name }).expect(303);
  });
});

describe('a scheduled guide', () => {
  it('is a draft again when its schedule is cancelled, and the page says so', async () => {
    const { headers } = await editor.post(`${DESK}/guides`, { action: 'create', title: 'Later' }).expect(303);
    const guide = String(headers.location);
    const send = async (fields: Record<string, string>) => {
      const [, revision = ''] = /name="revision" value="(\d+)"/.exec((await editor.get(guide)).text) ?? [];
      const answer = await editor
        .post(guide, { title: 'Later', content: '', revision, ...fields })
        .expect(303);
      return (await editor.get(String(answer.headers.location))).text;
    };
    const scheduled = await send({ action: 'publish', publishAt: '2100-01-01T00:00' });
    expect(scheduled).toContain('<span class="state scheduled">');
    const [, action = ''] = /name="action" value="(\w+)">Cancel scheduling/.exec(scheduled) ?? [];
    const cancelled = await send({ action });
    expect(cancelled).toContain('The guide is no longer scheduled.');
    expect(cancelled).toContain('<span class="state draft">');
    await editor.post(guide, { action: 'delete' }).expect(303);
  });
});

describe('a deleted guide', () => {
  const create = async (title: string) => {
    const { headers } = await editor.post(`${DESK}/guides`, { action: 'create', title }).expect(303);
    return Number(/\d+$/.exec(String(headers.location))?.[0]);
  };

  /** Presses the button of the notice that a form led to; returns where that leads. */
  async function undo({ headers }: { headers: Record<string, string> }): Promise<string> {
    const { text } = await editor.get(String(headers.location)).expect(200);
    const notice = /<div class="notice" role="status">.*?<\/div>/s.exec(text)?.[0] ?? '';
    const [, address = ''] = /action="([^"]+)"/.exec(notice) ?? [];
    const fields = [...notice.matchAll(/name="(?!token)([^"]+)" value="([^"]*)"/g)];
    const values = Object.fromEntries(fields.map(([, name, value]) => [name, value]));
    return String((await editor.post(address, values).expect(303)).headers.location);
  }

  it('is deleted at once, with an undo', async () => {
    const id = await create('Undone');
    const deleted = await editor.post(`${DESK}/guides/${id}`, { action: 'delete' }).expect(303);
    expect((await editor.get(`${DESK}/deleted`).expect(200)).text).toMatch(
      /deleted\/\d+">Undone.*Desk Editor/s,
    );
    expect(await undo(deleted)).toBe(`${DESK}/guides/${id}?done=noticeUndeleted`);
    await editor.get(`${DESK}/guides/${id}`).expect(200);
    await editor.post(`${DESK}/guides/${id}`, { action: 'delete' }).expect(303);
  });

  it('is deleted with others, and they come back together', async () => {
    const ids = [await create('One'), await create('Two')];
    const chosen = Object.fromEntries(ids.map((id) => [`guide[${id}]`, 'on']));
    const list = `${DESK}/guides?q=o`;
    const deleted = await editor.post(list, { action: 'delete', ...chosen }).expect(303);
    expect(deleted.headers.location).toContain(`${list}&done=noticeGuidesDeleted`);
    for (const id of ids) await editor.get(`${DESK}/guides/${id}`).expect(303);
    expect(await undo(deleted)).toBe(`${DESK}/guides?done=noticeUndeleted`);
    for (const id of ids) await editor.get(`${DESK}/guides/${id}`).expect(200);
    await editor.post(list, { action: 'delete', ...chosen }).expect(303);
  });

  it('comes back at another address if a guide has its own now', async () => {
    const former = await create('Twice');
    await editor.post(`${DESK}/guides/${former}`, { action: 'delete' }).expect(303);
    const present = await create('Twice');
    const { headers } = await editor.post(`${DESK}/deleted`, { guides: String(former) }).expect(303);
    const { text } = await editor.get(String(headers.location)).expect(200);
    expect(text).toContain('Restored at a new address');
    expect(text).toContain('placeholder="twice-2"');
    for (const id of [former, present])
      await editor.post(`${DESK}/guides/${id}`, { action: 'delete' }).expect(303);
  });

  it('leads to where it can be restored, or deleted permanently by its name', async () => {
    const id = await create('Never again');
    const page = `${DESK}/deleted/${id}`;
    await editor.post(`${DESK}/guides/${id}`, { action: 'delete' }).expect(303);
    const { headers } = await editor.get(`${DESK}/guides/${id}`).expect(303);
    expect(headers.location).toBe(`${page}?done=noticeDeleted`);
    await author.get(`${DESK}/guides/${id}`).expect(404);
    await author.get(page).expect(403);
    expect((await author.get(`${DESK}/guides`)).text).not.toContain(`${DESK}/deleted`);
    await editor.post(page, { confirm: 'Never' }).expect(422);
    await editor.post(page, { confirm: 'Never again' }).expect(303);
    for (const path of [page, `${DESK}/guides/${id}`]) await editor.get(path).expect(404);
    await editor.post(`${DESK}/deleted`, { guides: String(id) }).expect(404);
  });
});

describe('S54 guides that have changed since the list showed them', () => {
  const create = async (title: string) => {
    const { headers } = await editor.post(`${DESK}/guides`, { action: 'create', title }).expect(303);
    return Number(/\d+$/.exec(String(headers.location))?.[0]);
  };
  const shownIn = (list: string, id: number) =>
    new RegExp(`name="guide\\[${id}\\]" value="(\\d+)"`).exec(list)?.[1] ?? '';
  const stateOf = async (id: number) =>
    (await service.database.one('select published from guides where id = $1', [id])).published;

  it('are left out of what is done with several, and said', async () => {
    const [changed, same] = [await create('Under work'), await create('Ready')];
    const boxes = async () => {
      const { text } = await editor.get(`${DESK}/guides`);
      return { [`guide[${changed}]`]: shownIn(text, changed), [`guide[${same}]`]: shownIn(text, same) };
    };
    const change = (revision = '') =>
      author.post(`${DESK}/guides/${changed}`, {
        action: 'save',
        title: 'Under work',
        content: '<p>x</p>',
        revision,
      });
    const shown = await boxes();
    await change(shown[`guide[${changed}]`]).expect(303);
    const { text } = await editor.post(`${DESK}/guides`, { action: 'publish', ...shown }).expect(409);
    expect(text).toContain('Left out, because changed since this page was shown: Under work.');
    expect([await stateOf(changed), await stateOf(same)]).toEqual([false, true]);
    await editor.post(`${DESK}/guides`, { action: 'publish', ...(await boxes()) }).expect(303);
    expect([await stateOf(changed), await stateOf(same)]).toEqual([true, true]);
    for (const action of ['unpublish', 'tag', 'move']) {
      const fields = { action, tag: 'New', into: 'start', ...shown };
      const answer = await editor.post(`${DESK}/guides`, fields).expect(409);
      expect(answer.text).toContain('Under work, Ready.');
    }
    expect([await stateOf(changed), await stateOf(same)]).toEqual([true, true]);
    await editor.post(`${DESK}/guides`, { action: 'delete', ...shown }).expect(409);
    await editor.post(`${DESK}/guides`, { action: 'delete', ...(await boxes()) }).expect(303);
  });
});

describe('the versions of a guide', () => {
  const textOf = async (person: DeskClient, path: string) => (await person.get(path).expect(200)).text;
  const noticeOf = (text: string) => /<div class="notice" role="status">\s*<p>([^<]*)/.exec(text)?.[1];
  const today = new Date().toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

  it('become the draft, which can be taken back, and readers see nothing of it', async () => {
    const published = () =>
      service.database.one('select title, content_html, published from guides where id = 31');
    await service.database.none('delete from guide_drafts where guide_id = 31');
    const before = await published();
    const restored = await author.post(`${DESK}/guides/31/history/1`).expect(303);
    const text = await textOf(author, restored.headers.location ?? '');
    expect(noticeOf(text)).toBe(
      `The version of ${today} is now your draft. Publish it to show it to readers.`,
    );
    expect(text).toContain(`action="${DESK}/guides/31/discard"`);
    expect(await published()).toEqual(before);
    await author.send(`${DESK}/guides/31/draft`, { contentHtml: '<p>Half an idea</p>' }).expect(200);
    const again = await editor.post(`${DESK}/guides/31/history/1`).expect(303);
    const shown = await textOf(editor, again.headers.location ?? '');
    expect(noticeOf(shown)).toContain('The former draft is kept in the history.');
    const [, undo = ''] = /<form method="post" action="([^"]*\/history\/\d+)"/.exec(shown) ?? [];
    expect(await textOf(editor, `${DESK}/guides/31/history`)).toContain('Former draft');
    await editor.post(undo).expect(303);
    expect(await textOf(editor, `${DESK}/guides/31`)).toContain('Half an idea');
    // Someone else's notice says nothing here.
    const stolen = await textOf(owner, again.headers.location ?? '');
    expect(noticeOf(stolen)).toContain('{{date}}');
  });

  it('are compared, any two of them, as readers see them', async () => {
    await editor
      .send(`${DESK}/guides/31/draft`, {
        contentHtml:
          '<h2 id="x">Steps</h2><ul><li>One</li></ul><p><img src="https://a.example/a.png" alt="A"></p>',
      })
      .expect(200);
    const { text, headers } = await editor.get(`${DESK}/guides/31/history/compare?from=published&to=draft`);
    const [, article = ''] = /<article class="panel comparison">(.*?)<\/article>/s.exec(text) ?? [];
    expect(article).toMatch(/<h2[^>]*><ins class="change">.*Steps/);
    expect(article).toMatch(/<ul><li><ins class="change">.*One/);
    expect(article).toContain('<img');
    expect(article).not.toContain('id=');
    expect(headers['content-security-policy']).toContain('img-src');
    expect(text).toMatch(/<option value="published" selected>/);
    expect(text).toMatch(/<option value="draft" selected>/);
    expect(await textOf(editor, `${DESK}/guides/31/history/compare?from=1&to=1`)).toContain(
      'There is no difference.',
    );
    for (const [query, status] of [
      ['from=1&to=published', 200],
      ['', 200],
      ['from=x&to=-1', 200],
      ['from=999', 404],
    ] as const)
      expect((await editor.get(`${DESK}/guides/31/history/compare?${query}`)).status).toBe(status);
    expect((await stranger.get(`${DESK}/guides/31/history/compare`)).status).toBe(404);
    const draft = await textOf(editor, `${DESK}/guides/31`);
    const [, revision = ''] = /name="revision" value="(\d+)"/.exec(draft) ?? [];
    await editor.post(`${DESK}/guides/31/discard`, { revision }).expect(303);
  });
});

describe('the history of changes', () => {
  const rowsOf = (text: string) =>
    [...text.matchAll(/<td class="title">(.*?)<\/td>/gs)].map(([, row = '']) =>
      row.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' '),
    );

  const record = async (changes: readonly [action: string, entry: object][]) => {
    for (const [action, entry] of changes)
      await service.database.none(
        `insert into audit_entries (knowledge_base_id, host, done_by, door, action, guide_id, subject, details)
         select k.id, k.host, coalesce(e.by, 'Eva'), 'cli', $2, e.guide, e.subject, coalesce(e.details, '{}')
         from knowledge_bases k, json_to_record($3) as e (by text, guide bigint, subject text, details jsonb)
         where k.host = $1`,
        [HOST, action, JSON.stringify(entry)],
      );
  };

  it('names guides and categories as they are called, and says values in words', async () => {
    const { title } = await service.database.one('select title from guides where id = 32');
    const { slug, name } = await service.database.one('select slug, name from categories where id = 12');
    const changes: [string, object, string][] = [
      ['guide publish', { guide: 32, subject: 'an-old-slug' }, `Published: ${title}`],
      ['guide publish', { guide: 999, subject: 'gone' }, 'Published: gone'],
      ['guide move', { guide: 32, details: { to: slug, from: 'x' } }, `Moved: ${title} → ${name}`],
      [
        'guide tag',
        { guide: 32, details: { add: ['New', 'Hot'], remove: ['Old'] } },
        `Changed tags: ${title} + New, + Hot · − Old`,
      ],
      [
        'guide schedule',
        { guide: 32, details: { publish_at: '2026-03-04T05:06:00.000Z' } },
        `Scheduled: ${title} Publish at: 2026-03-04 05:06 UTC`,
      ],
      ['version restore', { guide: 32, details: { version: 3 } }, `Restored a version: ${title} Version 3`],
      [
        'file upload',
        { guide: 32, details: { file: '/files/AAAAAAAAAAAAAAAAAAAAAA/price%20list.pdf' } },
        `Uploaded a file: ${title} price list.pdf`,
      ],
      ['category move', { subject: slug, details: { parent: null, place: 1 } }, `Moved a category: ${name}`],
      ['category merge', { subject: 'gone', details: { into: slug } }, `Merged categories: gone → ${name}`],
      [
        'knowledge-base set',
        { details: { language: 'sv', access: 'key', organization_name: 'Acme' } },
        'Changed settings Who may read: Programs with a key; there are no pages · Language: Swedish · Organization: Acme',
      ],
      [
        'knowledge-base set',
        { details: { look: ['notice', 'css'] } },
        'Changed settings Look: Notice, Own CSS',
      ],
      [
        'staff role',
        { subject: 'a@example.com', details: { from: 'author', to: 'editor' } },
        'Changed a role: a@example.com Author → Editor',
      ],
      ['new action', { details: { unknown: { to: 1 } } }, 'new action unknown: {&quot;to&quot;:1}'],
    ];
    await record(changes.map(([action, entry]) => [action, entry]));
    const { text } = await owner.get(`${DESK}/audit`).expect(200);
    expect(rowsOf(text).slice(0, changes.length).toReversed()).toEqual(changes.map(([, , row]) => row));
    // Scripts show it in the reader's language and time zone.
    expect(text).toContain('Publish at: <time datetime="2026-03-04T05:06:00.000Z" data-minute>');
    expect(text).toContain(`<a href="${DESK}/guides/32">`);
  });

  it('is filtered by person and thing, and can be downloaded as it is filtered', async () => {
    await record([
      ['tag create', { by: '=1+1', subject: '=2+2' }],
      ['key create', { by: '=1+1', subject: 'Shop', details: { scope: 'read' } }],
    ]);
    const { text } = await owner.get(`${DESK}/audit?by=%3D1%2B1&thing=tags`).expect(200);
    expect(rowsOf(text)).toEqual(['Created a tag: =2+2']);
    expect(text).toContain('<option value="=1+1" selected>');
    expect(text).toContain('<option value="tags" selected>');
    const [, address = ''] = /href="([^"]*changes\.csv[^"]*)"/.exec(text) ?? [];
    const file = await owner.get(address.replaceAll('&amp;', '&')).expect(200);
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${HOST}-changes.csv"`,
    });
    const [head, ...rows] = file.text.trim().split('\r\n');
    expect(head).toBe('When,Who,Where,Action,What,Details');
    expect(rows).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\dT[^,]*Z,'=1\+1,command line,Created a tag,'=2\+2,$/),
    ]);
    expect((await owner.get(`${DESK}/audit?by=no-one`)).text).toContain('No changes match.');
    for (const person of [editor, author])
      expect((await person.get(`${DESK}/audit/changes.csv`)).status).toBe(403);
    expect((await stranger.get(`${DESK}/audit/changes.csv`)).status).toBe(404);
  });

  it('downloads more than are read at a time', async () => {
    await service.database.none(
      `insert into audit_entries (knowledge_base_id, host, done_by, door, action, subject)
       select k.id, k.host, 'Many', 'cli', 'tag create', n::text
       from knowledge_bases k, generate_series(1, 2500) n where k.host = $1`,
      [HOST],
    );
    const { text } = await owner.get(`${DESK}/audit/changes.csv?by=Many`).expect(200);
    expect(text.trim().split('\r\n')).toHaveLength(2501);
    const page = (await owner.get(`${DESK}/audit?by=Many`)).text;
    expect(page).toMatch(/href="[^"]*\/audit\?by=Many&amp;before=\d+"/);
  });

  it('knows what each action is about', () => {
    const known = Object.values(THINGS).flat();
    expect(Object.keys(PERMISSIONS).filter((action) => !known.includes(action.split(' ')[0] ?? ''))).toEqual(
      [],
    );
  });
});

describe('S30 a desk without TLS', () => {
  it.each(['/desk/sign-in', `${DESK}/guides`, `${DESK}/links?q=a`])(
    'is opened on its own machine only: %s',
    async (path) => {
      for (const host of ['help.example.com', '192.0.2.1:4010', 'localhost.example.com']) {
        const answer = await owner.get(path).set('Host', host);
        expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('Set DESK_URL')]);
      }
      for (const host of ['localhost:4010', '127.0.0.1', '[::1]:4010'])
        expect((await owner.get(path).set('Host', host)).status).not.toBe(403);
    },
  );
});

describe('S32 links', () => {
  const actor = { name: 'operator', role: 'owner', door: 'cli' } as const;

  /** Invites someone. @returns the secret of the link */
  async function invite(email: string): Promise<string> {
    const { id: tenantId } = await service.database.one('select id from knowledge_bases where host = $1', [
      HOST,
    ]);
    const { link } = await service.context.staff.people.invite({ tenantId, actor, email, role: 'author' });
    return link.url.split('/').at(-1) ?? '';
  }

  it('lead to the provider where that is the only way to sign in', async () => {
    const served = await serveDesk(service, {
      OIDC_ISSUER: 'https://id.example.com',
      OIDC_CLIENT_ID: 'guidepost',
      OIDC_CLIENT_SECRET: 'hunter2',
      OIDC_ONLY: 'on',
    });
    const Cookie = `guidepost-kb-link=${await invite('provider@example.com')}`;
    const page = await (await fetch(`${served.origin}/desk/welcome`, { headers: { Cookie } })).text();
    await served.stop();
    expect(page).toContain('as an author.');
    expect(page).toContain('href="/desk/sign-in/provider"');
    expect(page).not.toContain('<form');
  });

  it('move their secret from the address to a cookie, and work once', async () => {
    const secret = await invite('link@example.com');
    const followed = await service.request.get(`/desk/links/${secret}`);
    expect([followed.status, followed.headers.location]).toEqual([303, '/desk/welcome']);
    const [cookie = ''] = followed.headers['set-cookie'] ?? [];
    const own = { Cookie: cookie.split(';')[0] ?? '', 'Sec-Fetch-Site': 'same-origin' };
    const welcome = (await service.request.get('/desk/welcome').set(own)).text;
    expect(welcome).toContain('link@example.com');
    expect(welcome).toContain('as an author.');
    const swedish = await service.request.get('/desk/welcome').set({ ...own, 'Accept-Language': 'sv' });
    expect(swedish.text).toContain('som skribent.');
    const accepting = () =>
      service.request
        .post('/desk/welcome')
        .set(own)
        .type('form')
        .send({ name: 'Link', password: 'a long enough one' });
    expect((await accepting()).status).toBe(303);
    expect((await accepting()).status).toBe(404);
    expect(service.logLines.join('')).not.toContain(secret);
  });
});

describe('S32 a forgotten password', () => {
  let desk: ServedDesk;
  beforeAll(async () => {
    desk = await serveDesk(service, MAIL);
  });
  afterAll(() => desk.stop());

  const open = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(desk.origin + path, { headers, redirect: 'manual' });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const post = async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const form = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/x-www-form-urlencoded' };
    const own = { ...form, ...headers };
    const body = String(new URLSearchParams(fields));
    const answer = await fetch(desk.origin + path, {
      method: 'POST',
      redirect: 'manual',
      headers: own,
      body,
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const ask = (email: string) => post('/desk/sign-in/reset', { email });
  const mailed = (to: string) =>
    service.database.any<{ text: string }>(
      "select content ->> 'text' as text from outgoing_mail where recipient = $1 order by id",
      [to],
    );

  it('is answered alike for every address, known or not, until it is asked for too often', async () => {
    await signInAs(service, { host: HOST, role: 'author', name: 'Known Author' });
    const [known, unknown] = ['known.author@example.com', 'unknown.author@example.com'];
    const answers = { [known]: [] as unknown[], [unknown]: [] as unknown[] };
    for (let time = 0; time < 6; time += 1) {
      for (const email of [known, unknown]) {
        const { status, headers, text } = await ask(email);
        const said = [...headers].filter(([name]) => !/date|etag|content-length|retry-after/.test(name));
        const wait = Number(headers.get('Retry-After') ?? 0) > 86_000;
        answers[email]?.push({
          status,
          said,
          wait,
          text: text.replaceAll(email, 'it').replace(/\d+ min/, ''),
        });
      }
    }
    expect(answers[known]).toEqual(answers[unknown]);
    expect(answers[known]?.[0]).toMatchObject({
      status: 200,
      text: expect.stringContaining('If it has an account here, a link'),
    });
    expect(answers[known]?.[5]).toMatchObject({
      status: 429,
      wait: true,
      text: expect.stringContaining('Try again in 24 hours, or ask a colleague'),
    });
    await until('five links are queued', async () => (await mailed(known)).length === 5);
    expect(await mailed(unknown)).toEqual([]);
  });

  it('is replaced through the page that the mailed link leads to', async () => {
    const rita = await signInAs(service, { host: HOST, role: 'author', name: 'Rita Reset' });
    const email = 'rita.reset@example.com';
    expect((await open('/desk/sign-in')).text).toContain('href="/desk/sign-in/reset"');
    await ask('Rita.Reset@EXAMPLE.com');
    await until('a link is queued', async () => (await mailed(email)).length === 1);
    const [{ text } = { text: '' }] = await mailed(email);
    expect(text).toContain('a new password for your account at Example Help');
    const [link = ''] = /\/desk\/links\/gpl_\S+/.exec(text) ?? [];
    const { headers } = await open(link);
    expect(headers.get('Location')).toBe('/desk/welcome');
    const Cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect((await open('/desk/welcome', { Cookie })).text).toContain(`Choose a new password for ${email}.`);
    const password = 'a new one of four words';
    expect((await post('/desk/welcome', { password }, { Cookie })).status).toBe(303);
    expect((await post('/desk/welcome', { password }, { Cookie })).status).toBe(404);
    expect((await rita.get(DESK)).headers.location).toMatch(/^\/desk\/sign-in/);
    expect((await post('/desk/sign-in', { email, password })).status).toBe(303);
    const { text: history } = await owner.get(`${DESK}/audit`);
    expect(history).toContain('Chose a new password by mail: rita.reset@example.com');
  });

  it.each(['no address', 'anna@example.com\r\nBcc: eve@example.com'])(
    'is not asked for by: %j',
    async (email) => {
      const { status, text } = await ask(email);
      expect([status, text]).toEqual([422, expect.stringContaining('aria-invalid="true"')]);
    },
  );

  it('is not asked for by another site', async () => {
    const { status } = await post(
      '/desk/sign-in/reset',
      { email: 'a@example.com' },
      { 'Sec-Fetch-Site': 'cross-site' },
    );
    expect(status).toBe(403);
  });

  it('is a matter for owners where there is no mail', async () => {
    const advice = 'Ask a colleague who is an owner for a new link.';
    const { text } = await service.request.get('/desk/sign-in').expect(200);
    expect(text).toContain(`Forgotten your password? ${advice}`);
    const page = await service.request.get('/desk/sign-in/reset').expect(200);
    expect(page.text).toContain(advice);
    expect(page.text).not.toContain('<form');
    const own = { 'Sec-Fetch-Site': 'same-origin' };
    const asking = service.request
      .post('/desk/sign-in/reset')
      .set(own)
      .type('form')
      .send({ email: 'a@example.com' });
    await asking.expect(403);
  });
});

describe('people of a domain who sign in through a provider', () => {
  it('work on every knowledge base, without an invitation', async () => {
    const dora = { sub: 'dora', email: 'dora@domain.example', email_verified: true };
    const page = await signInThroughProvider(dora, (variables) =>
      serveDesk(service, { ...variables, OIDC_DOMAINS: 'domain.example=author' }),
    );
    for (const host of [HOST, OTHER]) expect(page).toContain(`href="/desk/kb/${host}"`);
  });
});

describe('a password that an account of a provider has replaced', () => {
  it('is said to have ended, on the next page and by mail', async () => {
    await signInAs(service, { host: HOST, role: 'author', name: 'Pia Provider' });
    const pia = { sub: 'pia', email: 'pia.provider@example.com', email_verified: true };
    const page = await signInThroughProvider(pia, (variables) =>
      serveDesk(service, { ...variables, ...MAIL }),
    );
    expect(page).toMatch(/role="status">\s*<p>From now on you sign in with your organization’s account\./);
    expect(page).toContain('New guide');
    const mailed = await service.database.any(
      "select content ->> 'subject' as subject from outgoing_mail where recipient = $1",
      [pia.email],
    );
    expect(mailed).toEqual([{ subject: 'How you sign in to Example Help has changed' }]);
  });

  it('leads to the provider, as any password that is wrong does where there is one', async () => {
    const served = await serveDesk(service, {
      OIDC_ISSUER: 'https://id.example.com',
      OIDC_CLIENT_ID: 'guidepost',
      OIDC_CLIENT_SECRET: 'hunter2',
    });
    const wrong = 'The e-mail address or the password is wrong.';
    const headers = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/x-www-form-urlencoded' };
    for (const email of ['pia.provider@example.com', 'desk.editor@example.com', 'unknown@example.com']) {
      const body = String(new URLSearchParams({ email, password: 'a former password' }));
      const answer = await fetch(`${served.origin}/desk/sign-in`, { method: 'POST', headers, body });
      expect([answer.status, await answer.text()]).toEqual([
        401,
        expect.stringMatching(new RegExp(`${wrong} .*Sign in with your organization’s account\\.</p>`)),
      ]);
    }
    await served.stop();
    const elsewhere = await service.request
      .post('/desk/sign-in')
      .set(headers)
      .send('email=unknown%40example.com&password=x');
    expect(elsewhere.text).toContain(`${wrong}</p>`);
  });
});

describe('host names', () => {
  const HOSTS = `${DESK}/settings/hosts`;

  it.each([
    ['that of the service', 'add', 'files.example.com', 422, 'not already in use'],
    ['that of another knowledge base', 'add', OTHER, 422, 'not already in use'],
    ['an address', 'add', '10.0.0.1', 422, 'not already in use'],
    ['the main one', 'remove', HOST, 422, 'The main host name cannot be removed.'],
    ['an unknown one', 'use', 'unknown.example.com', 404, 'nothing at this address'],
    ['an unknown action', 'hasOwnProperty', 'new.example.com', 400, 'There is no action'],
  ])('%s is refused', async (_, action, host, status, message) => {
    const { text } = await owner.post(HOSTS, { action, host }).expect(status);
    expect(text).toContain(message);
    expect(await service.database.any('select host from host_names order by host')).toEqual([
      { host: HOST },
      { host: OTHER },
    ]);
  });
});

describe('mail that is kept on this machine', () => {
  const PAGE = `${DESK}/health/mail`;
  let folder: string;
  let desk: ServedDesk;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mail-'));
    desk = await serveDesk(service, { MAIL_OUTBOX: folder, MAIL_OUTBOX_PAGE: 'on' });
    const { id } = await service.database.one('select id from knowledge_bases where host = $1', [HOST]);
    const message = { subject: 'Hello', to: 'anna@example.com', date: new Date('2026-11-29T10:00:00Z') };
    const text = '<script>alert(1)</script>\njavascript:alert(1)\nhttps://desk.example.com/a?b=1&c="x".';
    await writeFile(
      join(folder, `2026-11-29T10-00-00.000Z-1.${id}.json`),
      JSON.stringify({ ...message, text }),
    );
  });
  afterAll(async () => {
    await desk.stop();
    await rm(folder, { recursive: true });
  });

  async function open(path: string, { cookie }: DeskClient) {
    const answer = await fetch(desk.origin + path, { headers: { Cookie: cookie }, redirect: 'manual' });
    return { status: answer.status, text: await answer.text() };
  }

  it('is shown to owners as text whose addresses can be followed', async () => {
    const { text } = await open(PAGE, owner);
    expect(text).toContain('To anna@example.com');
    expect(text).toContain(
      '&lt;script&gt;alert(1)&lt;/script&gt;\njavascript:alert(1)\n<a href="https://desk.',
    );
    expect(text).toContain(
      'example.com/a?b=1&amp;c=" rel="noreferrer">https://desk.example.com/a?b=1&amp;c=</a>&quot;',
    );
  });

  it('is led to by the page Health, which names the folder', async () => {
    const { text } = await open(`${DESK}/health`, owner);
    expect(text).toContain(`<a href="${PAGE}">Mail</a>`);
    expect(text).toContain(`Messages are kept in ${folder} and not sent to anyone.`);
  });

  it('is not shown to others, nor to owners of others', async () => {
    expect((await open(PAGE, editor)).status).toBe(403);
    expect((await open(PAGE, stranger)).status).toBe(404);
    const { text } = await open(`/desk/kb/${OTHER}/health/mail`, stranger);
    expect(text).toContain('No messages yet.');
  });

  it.each(['..%2F..%2Fetc%2Fpasswd', '1', '..'])('has nothing below it: %s', async (name) => {
    expect((await open(`${PAGE}/${name}`, owner)).text).not.toContain('anna@example.com');
  });

  it('is not shown unless that is turned on', async () => {
    const silent = await serveDesk(service, { MAIL_OUTBOX: folder });
    const { status } = await fetch(silent.origin + PAGE, { headers: { Cookie: owner.cookie } });
    const health = await fetch(`${silent.origin}${DESK}/health`, { headers: { Cookie: owner.cookie } });
    expect([status, await health.text()]).toEqual([404, expect.not.stringContaining(folder)]);
    await silent.stop();
    expect((await owner.get(PAGE)).status).toBe(404);
  });
});

describe('what is sent to browsers, compressed', () => {
  const sizeOf = async (path: string) =>
    Number((await owner.get(path).set('Accept-Encoding', 'br')).headers['content-length']);

  const sizesOf = (paths: Iterable<string>) => Promise.all([...paths].map(sizeOf));

  const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);

  const assetsOf = (html: string) => html.match(/(?<=(?:src|href)=")\/desk\/(?:assets|editor)\/[^"]+/g) ?? [];

  it.each(['guides', 'insights', 'structure', 'structure/synonyms', 'settings', 'guides/31/history'])(
    'is under 40 kB for a page without the editor: %s',
    async (page) => {
      const { text } = await owner.get(`${DESK}/${page}`);
      const sizes = await sizesOf([`${DESK}/${page}`, ...assetsOf(text)]);
      expect(sizes).toHaveLength(4);
      expect(sum(sizes)).toBeLessThan(40_000);
    },
  );

  it('is under 250 kB for the editor with its HTML view', async () => {
    const { text } = await owner.get(`${DESK}/guides/31`);
    const files = assetsOf(text).filter((path) => path.startsWith('/desk/editor/'));
    const script = files.find((path) => path.endsWith('/editor.js')) ?? '';
    const { text: code } = await owner.get(script);
    const parts = new Set(code.match(/(?<=["']\.\/)[\w-]+\.js(?=["'])/g));
    const paths = [...files, ...[...parts].map((name) => script.replace('editor.js', name))];
    const sizes = await sizesOf(paths);
    expect(sizes.length).toBeGreaterThanOrEqual(4);
    expect(sum(sizes)).toBeLessThan(250_000);
  });
});

describe('what a form refuses', () => {
  const LONG = 'x'.repeat(250);
  const CASES: [path: string, fields: Record<string, string>, field: string, sentence: string][] = [
    [
      'guides/31',
      { action: 'publish', title: ' \t ' },
      'title',
      'En guide behöver en titel på högst 500 tecken.',
    ],
    [
      'guides/31',
      { title: 'A', slug: 'apples', action: 'publish' },
      'slug',
      'Adressen används redan. Välj en annan.',
    ],
    ['guides/31', { title: 'A', slug: 'apples' }, 'slug', 'Adressen används redan. Välj en annan.'],
    ['guides/31', { title: 'A', slug: 'Ä Ö' }, 'slug', 'Adressen får innehålla bokstäverna a till z'],
    ['guides/31', { title: 'A', tags: LONG }, 'tags', 'Varje tagg behöver en bokstav'],
    [
      'guides/31',
      { title: 'A', action: 'publish', publishAt: '2020-01-01T00:00' },
      'publishAt',
      'Välj en tid i',
    ],
    ['structure/categories/11', { name: LONG, slug: 'a' }, 'name', 'Det måste ha 1 till 200 tecken'],
    ['structure/categories/11', { name: 'A', slug: 'money' }, 'slug', 'Adressen används redan.'],
    [
      'structure/categories/12',
      { name: 'A', slug: 'a', parent: '13' },
      'parent',
      'En kategori kan inte flyttas in',
    ],
    ['structure/tags/21', { name: 'A', slug: '-' }, 'slug', 'Adressen får innehålla'],
    ['structure/synonyms', { words: 'bill' }, 'words', 'Ange minst två olika ord'],
    ['structure/synonyms', { words: 'bill, ?!' }, 'words', '”?!” har inga bokstäver'],
    ['structure/synonyms', { words: 'bill, #1' }, 'words', '”#1” får inte börja med #'],
    ['structure/synonyms', { words: `bill, ${LONG}` }, 'words', 'Ett ord får ha högst 100 tecken.'],
    ['structure/synonyms', { words: Array.from({ length: 21 }, (_, n) => n).join(',') }, 'words', 'högst 20'],
  ];

  beforeAll(async () => {
    await owner.post(`${DESK}/keys`, { name: 'Twice' }).expect(200);
    await owner.post(`${DESK}/guides`, { action: 'create', title: 'Never seen' }).expect(303);
  });

  it.each(CASES)(
    'is said beside the field, in the language of the page: %s %j',
    async (path, fields, field, said) => {
      const revision = Number(
        (await service.database.one('select edit_revision from guides where id = 31')).edit_revision,
      );
      const answer = await owner
        .post(`${DESK}/${path}`, { content: '<p>Typed</p>', revision: String(revision), ...fields })
        .set('Accept-Language', 'sv');
      expect(answer.status).toBe(422);
      const [read = []] = readByParsers(answer.text).map(([, elements]) => elements);
      const control = read.find(({ attributes }) => attributes.name === field);
      expect(control?.attributes['aria-invalid']).toBe('true');
      const description = control?.attributes['aria-describedby'] ?? '';
      expect(answer.text.split(`id="${description}"`)[1]?.slice(0, 400)).toContain(said);
      const kept = path.startsWith('guides')
        ? '&lt;p&gt;Typed&lt;/p&gt;'
        : `value="${fields.name ?? fields.words}"`;
      expect(answer.text).toContain(kept);
    },
  );

  it.each<[path: string, fields: Record<string, string>, said: string]>([
    ['people', { email: 'nobody', role: 'author' }, 'Ange en e-postadress, till exempel'],
    [
      'people',
      { email: 'desk.editor@example.com', role: 'author' },
      'desk.editor@example.com är redan medlem',
    ],
    ['keys', { name: 'Twice' }, 'Det finns redan en nyckel med det här namnet.'],
    ['guides', { action: 'republish', slugs: 'never-seen' }, 'Har aldrig publicerats: never-seen.'],
    ['/desk/account/name', { name: ' ' }, 'Ett namn måste ha 1 till 200 tecken.'],
    ['/desk/account/name', { name: '\u115f' }, 'Ett namn måste ha 1 till 200 tecken.'],
    ['/desk/account/password', { current: 'x', password: 'y' }, 'Det är inte ditt nuvarande lösenord.'],
  ])('is said in the language of the page: %s %j', async (path, fields, said) => {
    const answer = await owner
      .post(path.startsWith('/') ? path : `${DESK}/${path}`, fields)
      .set('Accept-Language', 'sv');
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(said)]);
  });

  it('says where mail goes only if it is sent', async () => {
    const { text } = await owner.get(`${DESK}/notifications`).expect(200);
    expect(text).not.toContain('Mail goes to');
    expect(text).toContain('Mail is not set up on this server, so nothing is sent.');
  });

  it('offers to change and remove people, but not the last owner', async () => {
    const { text } = await stranger.get(`/desk/kb/${OTHER}/people`).expect(200);
    expect(text).not.toContain(`/people/${stranger.personId}/role`);
    expect(text).not.toContain(`/people/${stranger.personId}/remove`);
    const { text: several } = await owner.get(`${DESK}/people`).expect(200);
    expect(several).toContain(`/people/${author.personId}/remove`);
  });

  it.each([
    ['a role', 403, 'Din roll tillåter inte', () => author.get(`${DESK}/people`)],
    [
      'another site',
      403,
      'Begäran kom från en annan webbplats',
      () => owner.post(`${DESK}/keys`).set('Sec-Fetch-Site', 'cross-site'),
    ],
    [
      'the last owner',
      409,
      'Det här är den sista ägaren',
      () => stranger.post(`/desk/kb/${OTHER}/people/${stranger.personId}/role`, { role: 'author' }),
    ],
    ['its size', 413, 'Det är för stort', () => owner.post(`${DESK}/keys`, { name: 'x'.repeat(200_000) })],
    ['an unknown action', 400, 'Begäran gick inte att tolka', () => owner.post(`${DESK}/guides`)],
  ])('is said in the language of the page: %s', async (_, status, said, ask) => {
    const answer = await ask().set('Accept-Language', 'sv');
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(said)]);
  });

  it.each([
    ['a broken image', Buffer.from('\x89PNG\r\n\x1a\nbroken')],
    ['an image of 20 MB', Buffer.alloc(20_000_000)],
  ])('is said in words: %s', async (_, bytes) => {
    const answer = await service.request
      .post(`${DESK}/guides/31/images`)
      .set({
        Cookie: owner.cookie,
        'Sec-Fetch-Site': 'same-origin',
        'X-Desk-Token': owner.token,
        'Accept-Language': 'sv',
      })
      .attach('image', bytes, 'a.png');
    expect([answer.status, answer.body.error]).toEqual([
      422,
      expect.stringContaining('Välj en bild i formatet PNG'),
    ]);
  });
});

describe('a category that is created beside the text of a guide', () => {
  const create = (client: DeskClient, category: object) => client.send(`${DESK}/categories`, category);

  it('is there at once, below its parent', async () => {
    const { body } = await create(editor, { name: '  From  the editor', parent: 11 }).expect(201);
    expect(body).toEqual({ id: expect.any(Number), name: 'From the editor' });
    const { text } = await editor.get(`${DESK}/guides/31`);
    expect(text).toContain(`name="category[${body.id}]"`);
  });

  it.each([
    [() => editor, { name: '' }, 422, { error: expect.stringContaining('Det måste ha 1 till 200 tecken') }],
    [() => editor, { name: 'Install', parent: 999 }, 422, { error: expect.stringContaining('En kategori') }],
    [() => editor, { name: 5 }, 400, {}],
    [() => editor, { name: 'x', parent: 'y' }, 400, {}],
    [() => author, { name: 'x' }, 403, {}],
    [() => stranger, { name: 'x' }, 404, {}],
  ])('says in the language of the page why it cannot be created', async (client, category, status, said) => {
    const { body } = await create(client(), category).set('Accept-Language', 'sv').expect(status);
    expect(body).toMatchObject(said);
  });
});

describe('Markdown that is pasted into a guide', () => {
  const render = (markdown: unknown) => author.send(`${DESK}/markdown`, { markdown });

  it('is rendered and cleaned as in a draft that is imported', async () => {
    const markdown = '## Head\n\n- one\n- two\n\n<p onclick="a()">x<script>b()</script></p>';
    const { body } = await render(markdown).expect(200);
    const list = '<ul>\n<li>one</li>\n<li>two</li>\n</ul>';
    expect(body).toEqual({ contentHtml: `<h2 id="head">Head</h2>\n${list}\n<p>x</p>` });
  });

  it.each([
    ['no text', 1, 400],
    ['what browsers would not show', '<b>'.repeat(600), 422],
    ['more than a long page', 'a'.repeat(300_000), 413],
  ])('is refused if it is %s', async (_, markdown, status) => {
    await render(markdown).expect(status);
  });
});

describe('1,000 tabs of one person', () => {
  /** The connections that browsers open to one server. */
  const CONNECTIONS = 6;

  it('overwrite nothing, and each hears what became of its text', async () => {
    const { database } = service;
    const guides = await database.any('select id, edit_revision from guides order by id limit 4');
    const tabs = Array.from({ length: 1_000 }, (_, tab) => ({
      guide: Number(guides[tab % guides.length].id),
      draft: {
        revision: Number(guides[tab % guides.length].edit_revision),
        title: `Tab ${tab}`,
        contentHtml: `<p>Text ${tab}</p>`,
      },
    }));
    const answered: [guide: number, status: number, title: string][] = [];
    const waiting = tabs.values();
    const saveTabs = async () => {
      for (const { guide, draft } of waiting) {
        const { status, body } = await owner.send(`${DESK}/guides/${guide}/draft`, draft);
        answered.push([guide, status, status === 200 ? draft.title : body.title]);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, saveTabs));
    const drafts = await database.any('select guide_id, title from guide_drafts');
    const titles = new Map(drafts.map(({ guide_id, title }) => [Number(guide_id), title]));
    for (const [guide, status, title] of answered)
      expect([guide, [200, 409].includes(status), title]).toEqual([guide, true, titles.get(guide)]);
    expect(answered.filter(([, status]) => status === 200)).toHaveLength(guides.length);
  }, 120_000);
});

describe('the name of a key', () => {
  it.each([
    ['none', ' ', 422],
    ['an invisible one', '\u3164', 422],
    ['the longest', '🚲'.repeat(200), 200],
    ['a longer one', '🚲'.repeat(201), 422],
  ])('is refused beside its field if it is wrong: %s', async (_, name, expected) => {
    await owner.post(`${DESK}/keys`, { name, scope: 'read' }).expect(expected);
  });
});

describe('what cannot be undone', () => {
  it('asks for a name: revoking a key', async () => {
    const made = await owner.post(`${DESK}/keys`, { name: 'Mobile app', scope: 'write' });
    expect(made.text).toMatch(/gpk_[\w-]{43}/);
    const [{ id }] = await service.database.any("select id from access_keys where name = 'Mobile app'");
    const revoking = (confirm: string) => owner.post(`${DESK}/keys/${id}/revoke`, { confirm });
    const refused = await revoking('Mobile');
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringContaining('That is not “Mobile app”.'),
    ]);
    expect((await revoking('Mobile app')).status).toBe(303);
    const [{ revoked_at }] = await service.database.any('select revoked_at from access_keys where id = $1', [
      id,
    ]);
    expect(revoked_at).not.toBeNull();
  });

  it.each([
    ['deleting a category', '/structure/categories/11/delete', {}],
    ['merging a category', '/structure/categories/11/merge', { into: '12' }],
    ['deleting a tag', '/structure/tags/21/delete', {}],
    ['merging a tag', '/structure/tags/21/merge', { into: '22' }],
    ['deleting a guide permanently', '/deleted/39', { confirm: 'Something else' }],
  ])('asks for a name: %s', async (_, path, fields) => {
    const before = await state();
    expect((await owner.post(DESK + path, fields)).status).toBe(422);
    expect(await state()).toEqual(before);
  });
});

describe('S35 hostile texts at the desk', () => {
  // Ends whatever element or attribute a text could stand in, and begins an element that no page has.
  const HOSTILE = `'"><canary onload=1></script></title></textarea></option><!--<canary>`;

  it('are shown as texts, on every page', async () => {
    const { database } = service;
    const changes = { created: 1, updated: 1, unchanged: 1 };
    const listed = { total: 1, items: [HOSTILE] };
    const hostileReport = {
      guides: changes,
      categories: changes,
      tags: changes,
      addresses: changes,
      files: 1,
      lists: { leftOut: listed, notPublic: listed },
      toMend: { total: 1, items: [{ place: HOSTILE, guideId: 31, kind: 'link', said: HOSTILE }] },
    };
    await database.none('update knowledge_bases set name = $1 where host = $2', [HOSTILE, HOST]);
    await database.none('update staff_people set name = $1', [HOSTILE]);
    await database.none('update guides set title = $1, changed_by = $1', [HOSTILE]);
    await database.none('update categories set name = $1, multiple_guides_name = $1', [HOSTILE]);
    await database.none('update tags set name = $1', [HOSTILE]);
    await database.none('update deleted_guides set title = $1, deleted_by = $1', [HOSTILE]);
    await database.none('update import_jobs set file_name = $1, started_by = $1, report = $2', [
      HOSTILE,
      hostileReport,
    ]);
    await database.none('update audit_entries set done_by = $1, subject = $1, details = $2', [
      HOSTILE,
      { [HOSTILE]: HOSTILE },
    ]);
    await database.none(
      `insert into searched_queries
       select id, '\\x00112233445566778899aabbccddeeff', $2, 7, current_date from knowledge_bases where host = $1`,
      [HOST, HOSTILE],
    );
    await database.none(
      `insert into searches_by_query
       select tenant_id, query, current_date, 3, 3 from searched_queries where words = $1`,
      [HOSTILE],
    );
    await service.request
      .post(`/site/${HOST}/guides/install/vote`)
      .type('form')
      .send({ vote: 'down', comment: HOSTILE });
    await owner.post(`${DESK}/structure/synonyms`, { words: `plain, ${HOSTILE}` }).expect(303);
    await owner.post(`${DESK}/keys`, { name: HOSTILE, scope: 'read' });
    await owner.send(`${DESK}/guides/31/draft`, { title: HOSTILE, tags: [HOSTILE] });
    await service.settled(HOST);
    const query = new URLSearchParams({ q: HOSTILE, done: HOSTILE, author: HOSTILE });
    const paths = [
      `${DESK}/guides`,
      `${DESK}/guides?${query}`,
      ...[
        '',
        '/preview',
        '/preview/page',
        '/history',
        '/history/1',
        '/history/compare?from=draft',
        '/discard',
        '/insights',
      ].map((page) => `${DESK}/guides/31${page}`),
      ...[
        'deleted',
        'deleted/39',
        'insights',
        `insights/leads-to?${new URLSearchParams({ words: HOSTILE })}`,
        'structure',
        `structure/synonyms?${new URLSearchParams({ words: HOSTILE })}`,
        'structure/categories/11',
        'structure/tags/21',
        'structure/import',
        'structure/import/1',
        'structure/import/1/links',
      ].map((page) => `${DESK}/${page}`),
      ...['people', 'keys', 'settings', 'audit', `people/${author.personId}/remove`].map(
        (page) => `${DESK}/${page}`,
      ),
      '/desk/account',
    ];
    for (const path of paths) {
      const { status, text } = await owner.get(path);
      expect([path, status]).toEqual([path, 200]);
      const elements = readByParsers(text).flatMap(([, read]) => read);
      const dangers = elements.filter(({ name, attributes }) => name === 'canary' || 'onload' in attributes);
      expect([path, dangers]).toEqual([path, []]);
    }
    expect((await owner.get(`${DESK}/insights`)).text.match(/&lt;canary onload/g)?.length).toBeGreaterThan(6);
    const typed = await owner.post(`${DESK}/guides/31`, { title: HOSTILE, content: HOSTILE, slug: HOSTILE });
    expect(
      readByParsers(typed.text).flatMap(([, read]) => read.filter(({ name }) => name === 'canary')),
    ).toEqual([]);
  });
});

it('has no page for an event without a number, and goes on', async () => {
  expect((await owner.get(`${DESK}/webhooks/404/events/x`)).status).toBe(404);
  expect((await owner.get(`${DESK}/webhooks`)).status).toBe(200);
});

describe('the page Health', () => {
  const rows = async (person: DeskClient, path: string) => {
    const { text } = await person.get(path).expect(200);
    const found = text.matchAll(
      /<td class="title">(?:<a [^>]*>)?([^<]*).*?<span class="state[^"]*">([^<]*)<.*?<span>([^<]*)/gs,
    );
    return Object.fromEntries(
      Array.from(found, ([, name = '', state, says]) => [name, `${state}: ${says?.trim()}`]),
    );
  };

  const write = (host: string) =>
    service.database.none(
      `insert into search_queue (tenant_id, document_id, queued_at)
       select id, d, '2026-01-02 03:04Z' from knowledge_bases, generate_series(9001, 9003) d where host = $1;
       insert into search_queue (tenant_id, document_id, set_aside)
       select id, 9004, 'leaked-reason' from knowledge_bases where host = $1;
       insert into outgoing_mail (tenant_id, cause, message_id, recipient, content, attempts, created_at)
       select id, 'health', 'x', 'leaked@example.com', '{}', 2, '2026-01-02 03:04Z'
       from knowledge_bases where host = $1;
       insert into webhooks (tenant_id, url, secret, created_by, failing_since)
       select id, 'https://leaked.example.com', 'leaked', 'x', '2026-01-02 03:04Z'
       from knowledge_bases where host = $1`,
      [host],
    );

  beforeEach(() => service.indexed());

  afterEach(() =>
    service.database.none(
      'delete from search_queue where document_id > 9000; delete from outgoing_mail; delete from webhooks',
    ),
  );

  it('tells owners what fails, since when, and of how many things', async () => {
    await write(HOST);
    const shown = await rows(owner, `${DESK}/health`);
    expect(shown).toMatchObject({
      Database: expect.stringMatching(/^Fine: It answered within \d+ ms\.$/),
      'Search engine': 'Fine: Searches are answered by Guidepost itself.',
      'Search index':
        'Failing: 3 changes cannot be found yet. 1 document could not be added and cannot be found.',
      Webhooks: 'Failing since 2026-01-02 03:04 UTC: 1 receiver is not available.',
      Versions: expect.stringMatching(/^Fine: Guidepost \d+\.\d+\.\d+, PostgreSQL \d+\.\d+, Node\.js \d+/),
    });
    expect((await owner.get(`${DESK}/health`)).text).not.toMatch(/leaked/);
  });

  it('tells nothing of another knowledge base', async () => {
    const before = await rows(owner, `${DESK}/health`);
    await write(OTHER);
    const { Database, ...after } = await rows(owner, `${DESK}/health`);
    expect({ ...after, Database: before.Database }).toEqual(before);
    expect(before['Search index']).toBe('Fine: Everything can be found.');
  });

  it('is where /desk/health leads owners', async () => {
    await owner.get('/desk/health').expect(303).expect('Location', `${DESK}/health`);
    expect((await author.get('/desk/health').expect(200)).text).not.toContain('/health"');
    await service.request
      .get('/desk/health')
      .expect(303)
      .expect('Location', /^\/desk\/sign-in/);
  });
});
