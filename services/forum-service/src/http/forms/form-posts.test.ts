import { bumpRevision } from '@guidepost/postgres';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FORUM_REVISIONS } from '../../model/forum.ts';
import { isMetadataName } from '../../posts/metadata.ts';
import { HONEYPOT } from '../../posts/submission.ts';
import { addMetadataField, removeMetadataField } from '../../tenants/metadata-fields.ts';
import { writeComments } from '../../testing/content.ts';
import {
  DIALOG_ID,
  FORM_ENCODINGS,
  type PostingService,
  startPostingService,
} from '../../testing/posting-service.ts';
import { COMMENT, countEverything, DIALOG, REPORT, VOTE } from '../../testing/posts.ts';

const COMMENT_ID = 1_000_011;
const PAGES = 'https://forum.example/forum/help';

let service: PostingService;
let forumId: number;

beforeAll(async () => {
  service = await startPostingService();
  ({ id: forumId } = await service.database.one("select id from forums where slug = 'help'"));
  await writeComments(service.database, forumId, [{ id: COMMENT_ID, dialog_id: DIALOG_ID }]);
});

afterAll(() => service.stop());

let number = 0;

const RECEIPT = String.raw`[0-9a-z]+\.[\w-]{22}`;

/** Fields for each kind of post, unique for each call. */
const POSTS: [path: string, fields: () => object, page: RegExp][] = [
  ['/api/help', () => service.newDialog(), new RegExp(`/forum/help/\\d+\\?posted=dialog\\.${RECEIPT}$`)],
  [
    `/api/comment/help/${DIALOG_ID}`,
    () => ({ ...COMMENT, ...newPerson() }),
    new RegExp(`/forum/help/${DIALOG_ID}/comments/\\d+\\?posted=comment\\.${RECEIPT}$`),
  ],
  [
    `/api/vote/help/${DIALOG_ID}`,
    () => ({ ...VOTE, ...newPerson() }),
    new RegExp(`/forum/help/${DIALOG_ID}\\?posted=vote\\.${RECEIPT}#:votes$`),
  ],
  [
    `/api/report-dialog/help/${DIALOG_ID}`,
    () => ({ ...REPORT, ...newPerson() }),
    new RegExp(`/forum/help/${DIALOG_ID}\\?posted=report\\.${RECEIPT}$`),
  ],
  [
    `/api/report-comment/help/${COMMENT_ID}`,
    () => ({ ...REPORT, ...newPerson() }),
    new RegExp(`/forum/help/${DIALOG_ID}\\?posted=report\\.${RECEIPT}$`),
  ],
];

function newPerson() {
  number += 1;
  return { useremail: `person-${number}@example.com` };
}

/** The id in the dialog page that a response redirects to. */
function dialogAt({ headers }: { headers: Record<string, unknown> }): number {
  return Number(/\/(\d+)\?/.exec(String(headers.location))?.[1]);
}

async function hold(mode: string): Promise<void> {
  await service.database.none('update forums set hold = $2 where id = $1', [forumId, mode]);
  await bumpRevision(service.database, FORUM_REVISIONS, forumId);
  await service.settled('help');
}

describe.each(FORM_ENCODINGS)('a form as %s', (encoding) => {
  it.each(POSTS)('redirects to success_url, at %s', async (path, fields) => {
    const before = await countEverything(service.database);
    const form = { ...fields(), success_url: 'https://www.example.com/thanks?a=1#b', error_url: '' };
    const answer = await service.sendForm(path, form, encoding);
    expect([answer.status, answer.text]).toEqual([303, '']);
    expect(answer.headers.location).toBe('https://www.example.com/thanks?a=1#b');
    const after = await countEverything(service.database);
    expect(after.post_addresses).toBe(before.post_addresses + 1);
  });

  it.each(POSTS)('redirects to the page of the dialog by default, at %s', async (path, fields, page) => {
    const { status, headers } = await service.sendForm(path, fields(), encoding);
    expect([status, headers.location]).toEqual([303, expect.stringMatching(page)]);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('stores the same as JSON', async () => {
    const text = 'Å, 日本語 and 🚲:\r\n\t"100 %" & <b>';
    const sent = { ...DIALOG, text };
    await service.sendForm('/api/help', { ...sent, title: `A form as ${encoding}` }, encoding).expect(303);
    await service.post('/api/help', { ...sent, title: `JSON beside ${encoding}` }).expect(201);
    const rows = await service.database.any(
      `select d.topic, d.text, d.text_html, d.author_name, d.held, p.email
       from dialogs d
       join posters p on p.forum_id = d.forum_id and p.id = d.poster_id
       where d.title like $1`,
      [`% ${encoding}`],
    );
    expect(rows).toHaveLength(2);
    expect(rows[0]).toEqual(rows[1]);
    expect(rows[0].text).toBe(text.replace('\r', ''));
  });

  it('accepts tags, archived and a work title with a key in the query, as JSON does', async () => {
    const form = service.newDialog({ tags: 'Urgent, urgent, bike', archived: 'on', work_title: 'Support' });
    const answer = await service.sendForm(`/api/help?key=${service.key}`, form, encoding).expect(303);
    const id = dialogAt(answer);
    const row = await service.database.one('select archived, work_title from dialogs where id = $1', [id]);
    expect(row).toEqual({ archived: true, work_title: 'Support' });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it.each(['tags', 'archived', 'is_org_reply', 'work_title'])(
    'S26 is a 401 with %s and no key, wherever errors go, and nothing is stored',
    async (name) => {
      const before = await countEverything(service.database);
      const form = { ...service.newDialog(), [name]: '1', error_url: 'https://www.example.com/' };
      const answer = await service.sendForm('/api/help', form, encoding);
      expect([answer.status, answer.text, answer.type]).toEqual([
        401,
        'Authorization Required',
        'text/plain',
      ]);
      expect(await countEverything(service.database)).toEqual(before);
    },
  );

  it('S26 cannot set our own columns', async () => {
    const ours = { id: '7', pub_date: '2001-01-01', state: 'answered', popularity: '9', is_editor: '1' };
    const id = dialogAt(await service.sendForm('/api/help', service.newDialog(ours), encoding).expect(303));
    const row = await service.database.one('select state, pub_date from dialogs where id = $1', [id]);
    expect([id === 7, row.state, row.pub_date.getUTCFullYear() > 2001]).toEqual([false, null, true]);
  });

  it('S19 ignores fields of any name', async () => {
    const names = { '__proto__[polluted]': '1', constructor: '2', 'a[b][c]': '3', toString: '4', '': '5' };
    await service.sendForm('/api/help', service.newDialog(names), encoding).expect(303);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });
});

describe('a form', () => {
  it('uses the first of repeated fields', async () => {
    const form = new URLSearchParams({ ...DIALOG, title: 'First of two' });
    form.append('title', 'Second of two');
    await service.request.post('/api/help').type('form').send(String(form)).expect(303);
    const parts = service.sendForm(
      '/api/help',
      { ...DIALOG, title: 'First of two parts' },
      'multipart/form-data',
    );
    await parts.field('title', 'Second of two parts').expect(303);
    const found = await service.database.any(
      "select title from dialogs where title like '% of two%' order by title",
    );
    expect(found).toEqual([{ title: 'First of two' }, { title: 'First of two parts' }]);
  });

  it('redirects to the same page for a repeated report', async () => {
    const [dialog, comment] = [`report-dialog/help/${DIALOG_ID}`, `report-comment/help/${COMMENT_ID}`];
    for (const path of [dialog, dialog, comment, comment]) {
      const { headers } = await service.sendForm(`/api/${path}`, REPORT).expect(303);
      expect(headers.location).toMatch(new RegExp(`^${PAGES}/${DIALOG_ID}\\?posted=report\\.`));
    }
  });

  it('accepts metadata fields', async () => {
    await addMetadataField(service.database, 'help', { name: 'model', type: 'text', maximum: 9 });
    await service.settled('help');
    const form = service.newDialog({ model: 'Lom E', misspelt: 'is ignored' });
    const id = dialogAt(await service.sendForm('/api/help', form).expect(303));
    const row = await service.database.one('select metadata from dialogs where id = $1', [id]);
    expect(row.metadata).toEqual({ model: 'Lom E' });
    await removeMetadataField(service.database, 'help', 'model');
    await service.settled('help');
  });

  it('S14 redirects to the same page, whatever Host says', async () => {
    const { headers } = await service.sendForm('/api/help', service.newDialog()).set('Host', 'evil.example');
    expect(headers.location).toMatch(/^https:\/\/forum\.example\/forum\/help\/\d+\?posted=dialog\./);
  });
});

describe('a held post', () => {
  it.each([
    ['a dialog', '/api/help', () => service.newDialog({ text: 'See https://example.com/' })],
    [
      'a comment',
      `/api/comment/help/${DIALOG_ID}`,
      () => ({ ...COMMENT, ...newPerson(), text: `See https://example.com/${number}` }),
    ],
  ])('redirects to a page of thanks unless there is a success_url: %s', async (_title, path, fields) => {
    await hold('links');
    const success_url = 'https://www.example.com/';
    const locations = [
      (await service.sendForm(path, fields()).expect(303)).headers.location,
      (await service.sendForm(path, { ...fields(), success_url }).expect(303)).headers.location,
    ];
    expect(locations).toEqual([expect.stringContaining(`${PAGES}/posted?posted=held.`), success_url]);
    await hold('none');
  });
});

describe('the honeypot field', () => {
  const bait = { [HONEYPOT]: 'https://spam.example/' };

  it('holds a dialog when filled in', async () => {
    const { headers } = await service.sendForm('/api/help', service.newDialog(bait)).expect(303);
    expect(headers.location).toContain(`${PAGES}/posted?posted=held.`);
    const row = await service.database.one(
      'select held, archived from dialogs order by pub_date desc, id limit 1',
    );
    expect(row).toEqual({ held: true, archived: true });
  });

  it('holds a comment when filled in', async () => {
    const form = { ...COMMENT, ...newPerson(), ...bait };
    await service.sendForm(`/api/comment/help/${DIALOG_ID}`, form).expect(303);
    const row = await service.database.one('select held from comments order by pub_date desc, id limit 1');
    expect(row).toEqual({ held: true });
  });

  it.each([
    [`/api/vote/help/${DIALOG_ID}`, VOTE],
    [`/api/report-dialog/help/${DIALOG_ID}`, REPORT],
    [`/api/report-comment/help/${COMMENT_ID}`, REPORT],
  ])('is a 400 at %s when filled in, and nothing is stored', async (path, fields) => {
    const before = await countEverything(service.database);
    await service.sendForm(path, { ...fields, ...newPerson(), ...bait }).expect(400);
    expect(await countEverything(service.database)).toEqual(before);
  });

  it.each([
    ['is empty', () => service.sendForm('/api/help', service.newDialog({ [HONEYPOT]: '' })), 303],
    [
      'comes with a key',
      () => service.sendForm(`/api/help?key=${service.key}`, service.newDialog(bait)),
      303,
    ],
    ['is sent by a program', () => service.post('/api/help', service.newDialog(bait)), 201],
  ])('has no effect when it %s', async (_title, send, status) => {
    await send().expect(status);
    const row = await service.database.one('select held from dialogs order by pub_date desc, id limit 1');
    expect(row).toEqual({ held: false });
  });

  it('cannot be a metadata field', async () => {
    expect([isMetadataName(HONEYPOT), isMetadataName('error'), isMetadataName('model')]).toEqual([
      false,
      false,
      true,
    ]);
  });
});
