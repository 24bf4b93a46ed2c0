import type { DeskClient } from '@guidepost/desk/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { writeComments, writeDialogs, writeForum } from '../testing/content.ts';
import { signInAs } from '../testing/desk-client.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { mergeDialogs } from './merge-dialogs.ts';

const BASE = '/desk/forum/help';
const OPERATOR = { name: 'Olga', role: 'owner', door: 'cli' } as const;

let service: TestService;
let forumId: number;
let editor: DeskClient;
let author: DeskClient;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMITS: 'off' });
  forumId = await writeForum(service.database, { slug: 'help' });
  editor = await signInAs(service, { slug: 'help', role: 'editor', name: 'Eva Editor' });
  author = await signInAs(service, { slug: 'help', role: 'author', name: 'Arne Author' });
});

afterAll(() => service.stop());

beforeEach(async () => {
  await service.database.none('delete from dialogs; delete from audit_entries');
  await writeDialogs(service.database, forumId, [{ id: 1 }, { id: 2 }]);
  await writeComments(service.database, forumId, [{ id: 11, dialog_id: 1, text: 'Comment 11.' }]);
});

const send = (client: DeskClient, fields: Record<string, string>, id = 1) =>
  client.post(`${BASE}/dialogs/${id}`, fields);

const add = (text: string, client = author) => send(client, { action: 'note', note: text });

const page = async (id = 1) => (await author.get(`${BASE}/dialogs/${id}`).expect(200)).text;

const noteId = async () =>
  String((await service.database.one<{ id: number }>('select id from notes order by id limit 1')).id);

it('notes stand between comments in the order of time, under the name of a colleague', async () => {
  await add('Call <b>them</b>.\n\nSoon.').expect(303);
  await writeComments(service.database, forumId, [{ id: 12, dialog_id: 1, text: 'Comment 12.' }]);
  await service.database.none(
    "update comments set pub_date = now() + case id when 11 then -1 else 1 end * interval '1 hour'",
  );
  const text = await page();
  const places = ['Comment 11.', 'Call &lt;b&gt;them&lt;/b&gt;.', 'Comment 12.'].map((part) =>
    text.indexOf(part),
  );
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
  expect(text).toMatch(/class="post note"[^>]*>\s*<p class="facts"><strong>Arne Author<\/strong>/);
});

it('notes that are empty or too long are shown again with what is wrong', async () => {
  for (const [text, shown] of [
    ['  ', ''],
    ['a'.repeat(20_001), 'a'.repeat(20_001)],
  ] as const) {
    const refused = await add(text).expect(422);
    expect(refused.text).toContain('It must have 1 to 20,000 characters.');
    expect(refused.text).toContain(`${shown}</textarea>`);
  }
  expect(await service.database.any('select id from notes')).toEqual([]);
});

it('editors delete notes, with an undo; one of two at the same time does it', async () => {
  await add('Gone soon.').expect(303);
  const id = await noteId();
  await send(author, { action: 'removeNote', id }).expect(403);
  const both = await Promise.all([1, 2].map(() => send(editor, { action: 'removeNote', id }).expect(303)));
  const notices = both.map(({ headers }) => /done=(\w+)/.exec(String(headers.location))?.[1]);
  expect(notices.toSorted()).toEqual(['noticeNoteRemoved', 'noticeUnchanged']);
  expect(await page()).not.toContain('Gone soon.');
  await send(editor, { action: 'restoreNote', id }, 2).expect(303);
  expect(await page()).not.toContain('Gone soon.');
  await send(editor, { action: 'restoreNote', id }).expect(303);
  expect(await page()).toContain('Gone soon.');
  await send(editor, { action: 'removeNote', id: 'x' }).expect(400);
});

it('notes move with a post that is merged', async () => {
  await add('Known since May.').expect(303);
  const moderation = { slug: 'help', actor: OPERATOR, action: 'dialog merge' } as const;
  await mergeDialogs(service.database, moderation, { ids: [1], into: 2, publicUrl: 'https://forum.example' });
  expect(await page(2)).toContain('Known since May.');
});
