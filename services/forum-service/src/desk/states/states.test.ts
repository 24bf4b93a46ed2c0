import { readFile } from 'node:fs/promises';
import type { DeskClient } from '@guidepost/desk/testing';
import { bumpRevision } from '@guidepost/postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FORUM_REVISIONS } from '../../model/forum.ts';
import { type DialogState, STATE_COLORS, usualStates } from '../../model/states.ts';
import { setProperties } from '../../tenants/administration.ts';
import { writeDialogs, writeForum } from '../../testing/content.ts';
import { signInAs } from '../../testing/desk-client.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

const BASE = '/desk/forum/help';
const PAGE = `${BASE}/settings/states`;
const [ANSWERED, SOLVED, PLANNED, COMPLETED] = usualStates('en') as [
  DialogState,
  DialogState,
  DialogState,
  DialogState,
];

let service: TestService;
let forumId: number;
let owner: DeskClient;
let author: DeskClient;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMITS: 'off' });
  forumId = await writeForum(service.database, { slug: 'help' });
  owner = await signInAs(service, { slug: 'help', role: 'owner', name: 'Olga Owner' });
  author = await signInAs(service, { slug: 'help', role: 'author', name: 'Arne Author' });
});

afterAll(() => service.stop());

beforeEach(async () => {
  await service.database.none('delete from dialogs; delete from audit_entries');
  await setProperties(service.database, 'help', { states: usualStates('en') });
  await service.settled('help');
  await writeDialogs(service.database, forumId, [
    { id: 1001, topic: 'Q', title: 'Question' },
    { id: 1002, topic: 'S', title: 'Suggestion' },
    { id: 1003, topic: 'Q', title: 'Billed one', state: 'Billed' },
  ]);
  await service.database.none('update dialogs set waiting_since = now()');
});

/** The fields of the page, which browsers send. */
function fieldsOf(states: readonly DialogState[]): Record<string, string> {
  const rows = states.flatMap(({ name, color, closed, topics }, index) => [
    [`name[${index}]`, name],
    [`color[${index}]`, color],
    [`closed[${index}]`, closed ? 'closed' : 'open'],
    ...topics.map((topic) => [`topic[${index}-${topic}]`, 'on']),
  ]);
  return Object.fromEntries(rows);
}

const NEW = { 'name[new]': ' Billed ', 'color[new]': 'orange', 'closed[new]': 'open', 'topic[new-Q]': 'on' };
const BILLED: DialogState = { name: 'Billed', color: 'orange', closed: false, topics: ['Q'] };

async function shownIn(page = PAGE): Promise<string> {
  return /name="shown" value="([^"]+)"/.exec((await owner.get(page)).text)?.[1] ?? '';
}

async function stored(): Promise<DialogState[]> {
  return (await service.database.one('select states from forums where id = $1', [forumId])).states;
}

const dialog = (id: number) => service.database.one('select * from dialogs where id = $1', [id]);

describe('the states of a forum', () => {
  it.each<[string, Record<string, string>, DialogState[]]>([
    ['added', NEW, [ANSWERED, SOLVED, PLANNED, COMPLETED, BILLED]],
    ['moved up', { action: 'up:2' }, [ANSWERED, PLANNED, SOLVED, COMPLETED]],
    ['moved down', { action: 'down:0' }, [SOLVED, ANSWERED, PLANNED, COMPLETED]],
    ['removed', { action: 'remove:1' }, [ANSWERED, PLANNED, COMPLETED]],
    ['renamed', { 'name[0]': 'replied' }, [{ ...ANSWERED, name: 'replied' }, SOLVED, PLANNED, COMPLETED]],
    ['open', { 'closed[0]': 'open' }, [{ ...ANSWERED, closed: false }, SOLVED, PLANNED, COMPLETED]],
  ])('are %s by their owners, which is recorded', async (_, fields, expected) => {
    const shown = await shownIn();
    await owner.post(PAGE, { ...fieldsOf(usualStates('en')), ...fields, shown }).expect(303);
    expect(await stored()).toEqual(expected);
    expect(await service.database.any('select action, details from audit_entries')).toEqual([
      { action: 'set', details: { states: expected } },
    ]);
    await author.post(PAGE, fields).expect(403);
  });

  const MANY = fieldsOf(Array.from({ length: 51 }, (_, index) => ({ ...ANSWERED, name: `State ${index}` })));

  it.each<[string, string, Record<string, string>]>([
    ['an empty name', 'at most 100 characters on one line', { 'name[0]': ' ' }],
    ['a long name', 'at most 100 characters on one line', { 'name[0]': 'x'.repeat(101) }],
    ['a name twice', 'a different name', { 'name[0]': 'solved' }],
    ['no kind', 'at least one kind', { 'name[0]': 'kept', 'topic[1-Q]': '', 'topic[1-P]': '' }],
    ['more than fifty', 'at most 50 states', MANY],
  ])('are not changed to %s, and what was typed stays', async (_, message, fields) => {
    const { text } = await owner.post(PAGE, { ...fieldsOf(usualStates('en')), ...fields }).expect(422);
    expect(text).toContain(message);
    expect(text).toContain(`value="${fields['name[0]']}"`);
    expect(await stored()).toEqual(usualStates('en'));
  });

  it('S54 are not changed over the change of a colleague', async () => {
    const shown = await shownIn();
    await owner.post(PAGE, { ...fieldsOf([ANSWERED]), shown }).expect(303);
    const { text } = await owner.post(PAGE, { ...fieldsOf(usualStates('en')), ...NEW, shown }).expect(409);
    expect(text).toContain('changed in the meantime');
    expect(text).toContain('value=" Billed "');
    expect(await stored()).toEqual([ANSWERED]);
  });

  it('are listed with the number of posts that have them, and those that no one can choose', async () => {
    await service.database.none(
      "update dialogs set state = 'answered', archived = id = 1002 where id < 1003",
    );
    const { text } = await owner.get(PAGE).expect(200);
    expect(text).toMatch(/state color-green">answered<\/span> <a[^>]*\?state=answered">2 posts</);
    expect(text).toMatch(/color-blue">planned<\/span> <a[^>]*>0 posts</);
    expect(text).toMatch(/Other states in use.*>Billed<\/span> <a[^>]*>1 post</s);
  });
});

describe('the state of a dialog', () => {
  const choices = (text: string, id: string) => {
    const select = text.slice(text.indexOf(`<select id="${id}"`));
    const options = select.slice(0, select.indexOf('</select>')).matchAll(/<option value="([^"]*)"/g);
    return [...options].map(([, value]) => value);
  };

  it.each([
    ['/dialogs/1001', 'present-state', ['', 'answered', 'solved']],
    ['/dialogs/1002', 'present-state', ['', 'answered', 'planned', 'completed']],
    ['/dialogs/1003', 'present-state', ['', 'answered', 'solved', 'Billed']],
    ['/dialogs/1001', 'state', ['', 'answered', 'solved']],
    ['/queue', 'state', ['', 'answered', 'solved', 'planned', 'completed']],
    ['/dialogs', 'state', ['', 'answered', 'solved', 'planned', 'completed']],
    ['/dialogs', 'filter-state', ['', 'answered', 'solved', 'planned', 'completed', 'Billed']],
  ])('is chosen on %s in #%s from %j', async (path, id, expected) => {
    expect(choices((await author.get(BASE + path).expect(200)).text, id)).toEqual(expected);
  });

  it.each([
    ['answered', 'closed', 1001, null],
    ['planned', 'open', 1002, expect.any(Date)],
  ])('%s, which is %s, decides whether it stays in the queue', async (state, _, id, waiting_since) => {
    await author.post(`${BASE}/dialogs/${id}`, { action: 'state', state }).expect(303);
    expect(await dialog(id)).toMatchObject({ state, waiting_since });
  });

  it.each([
    ['/dialogs/1001', {}, 'planned', 'not for the kind of: Question'],
    ['/dialogs/1001', {}, 'Billed', 'no longer offered'],
    ['/queue', { 'dialog[1001]': 'on', 'dialog[1002]': 'on' }, 'planned', 'not for the kind of: Question'],
    ['/dialogs', { 'dialog[1001]': 'on', 'dialog[1003]': 'on' }, 'Billed', 'no longer offered'],
    ['/dialogs/1001/answer', { text: 'Because.' }, 'completed', 'not for the kind of: Question'],
  ])('is none that is not offered: %s %j %s', async (path, fields, state, message) => {
    const { text } = await author.post(BASE + path, { action: 'state', state, ...fields }).expect(422);
    expect(text).toContain(message);
    expect([await dialog(1001), await dialog(1002)]).toMatchObject([
      { state: null, num_comments: 0 },
      { state: null },
    ]);
  });

  it('stays as it is although it is not offered any more', async () => {
    await author.post(`${BASE}/dialogs/1003`, { action: 'state', state: 'Billed' }).expect(303);
    expect(await dialog(1003)).toMatchObject({ state: 'Billed' });
  });

  it('is set with an answer by the main button, and by the other one only if it is chosen', async () => {
    const { text } = await author.get(`${BASE}/dialogs/1001`).expect(200);
    const buttons = text.slice(text.indexOf('?mark=answered')).matchAll(/>([^<>]+)<\/button>/g);
    expect([...buttons].slice(0, 2).map(([, label]) => label)).toEqual([
      'Publish and mark as “answered”',
      'Publish answer',
    ]);
    const answer = `${BASE}/dialogs/1001/answer`;
    await author.post(answer, { text: 'Plain.', state: '' }).expect(303);
    expect(await dialog(1001)).toMatchObject({ state: null });
    await author.post(`${answer}?mark=answered`, { text: 'Because.', state: '' }).expect(303);
    expect(await dialog(1001)).toMatchObject({ state: 'answered', num_comments: 2, waiting_since: null });
    expect((await author.get(`${BASE}/dialogs/1001`)).text).not.toContain('?mark=');
  });

  it('is any text over the API, byte for byte, and shown in the colour of its definition', async () => {
    for (const [state, look] of [
      ['Wird  geprüft', 'state '],
      ['planned', 'state color-blue'],
    ] as const) {
      await service.database.none('update dialogs set state = $1 where id = 1002', [state]);
      await bumpRevision(service.database, FORUM_REVISIONS, forumId);
      await service.settled('help');
      const { body } = await service.get('/api/dialog/help/1002.json').expect(200);
      expect(body.state).toBe(state);
      for (const path of ['/forum/help/1002', '/forum/help/suggestions'])
        expect((await service.get(path).expect(200)).text).toContain(`class="${look}" dir="auto"`);
    }
  });
});

describe('the colours of states', () => {
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5]
      .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };

  it.each(STATE_COLORS)('%s has a contrast of 4.5 in both schemes', async (color) => {
    const css = await readFile(new URL('../../rendering/states.css', import.meta.url), 'utf8');
    const rule = new RegExp(
      `color-${color} \\{\\s+--state-text: (#\\w{6});\\s+--state-tint: (#\\w{6});`,
      'g',
    );
    const schemes = [...css.matchAll(rule)];
    expect(schemes).toHaveLength(2);
    for (const [, text = '', tint = ''] of schemes) {
      const [dark = 0, light = 0] = [luminance(text), luminance(tint)].toSorted((a, b) => a - b);
      expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(4.5);
    }
  });
});
