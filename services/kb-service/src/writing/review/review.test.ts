import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DeskClient, signInAs } from '../../testing/desk-client.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

const HOST = 'help.example.com';
const DESK = `/desk/kb/${HOST}`;
const GUIDE = 9_031;
const IN_REVIEW = '/guides?state=proposed';

let service: TestService;
let owner: DeskClient;
let editor: DeskClient;
let author: DeskClient;
let stranger: DeskClient;

beforeAll(async () => {
  service = await startTestService([
    {
      host: HOST,
      guides: [
        { id: GUIDE, slug: 'install', title: 'Install', content: '<p>Turn the <b>left</b> screw twice.</p>' },
      ],
    },
    { host: 'other.example.com' },
  ]);
  owner = await signInAs(service, { host: HOST, role: 'owner', name: 'Olga' });
  editor = await signInAs(service, { host: HOST, role: 'editor', name: 'Eva' });
  author = await signInAs(service, { host: HOST, role: 'author', name: 'Anna' });
  stranger = await signInAs(service, { host: 'other.example.com', role: 'owner' });
});

afterAll(() => service.stop());

const number = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1]);

/** How many guides are in review, as the tab of a page says. */
function countIn(text: string): number {
  const isShown = text.includes('class="waiting"');
  return isShown ? number(text, /class="waiting"[^>]*aria-label="In review: (\d+)"/) : 0;
}

/** The number of a guide that an author has written and submitted. */
async function propose(title: string, client = author): Promise<number> {
  const { headers } = await client.post(`${DESK}/guides`, { action: 'create', title }).expect(303);
  const id = number(String(headers.location), /guides\/(\d+)/);
  await submit(id, title, { client, revision: '1' });
  return id;
}

async function submit(id: number, title: string, { client = author, revision = '' } = {}) {
  const fields = { revision: revision || (await open(client, id)).fields.revision, title };
  await client
    .post(`${DESK}/guides/${id}`, { ...fields, action: 'propose', content: `<p>${title}</p>` })
    .expect(303);
}

/** The page of a guide, and the fields that its buttons send. */
async function open(client: DeskClient, id: number) {
  const { text } = await client.get(`${DESK}/guides/${id}`).expect(200);
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1];
  const [, content = ''] = /<textarea id="content-html"[^>]*>\n([^<]*)/.exec(text) ?? [];
  const html = content.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  const [, title = ''] = /id="title"[^>]*? value="([^"]*)"/.exec(text) ?? [];
  const proposal = value('proposal');
  const fields = { revision: value('revision') ?? '', title, content: html, ...(proposal && { proposal }) };
  return { text, fields, state: /class="state (\w+)"/.exec(text)?.[1] };
}

const actions = () =>
  service.database.any<{ action: string }>('select action from audit_entries order by id desc limit 6');

describe('thirty proposals', () => {
  it('are counted, listed, published, and returned with notes', async () => {
    const ids: number[] = [];
    for (let index = 1; index <= 30; index += 1) {
      ids.push(await propose(`Guide ${index}`));
    }
    expect(countIn((await author.get(`${DESK}/guides`)).text)).toBe(0);
    const { text: list } = await editor.get(DESK + IN_REVIEW).expect(200);
    expect(list.match(/name="guide\[/g)).toHaveLength(30);
    for (const [index, id] of ids.entries()) {
      const reviewer = index % 2 === 0 ? editor : owner;
      const { fields, state, text } = await open(reviewer, id);
      const shown = [state, text.includes('Submitted by Anna'), countIn(text)];
      expect(shown).toEqual(['proposed', true, 30 - index]);
      const decision =
        index % 3 === 0 ? { action: 'send-back', decision: `Too short: ${index}` } : { action: 'publish' };
      await reviewer.post(`${DESK}/guides/${id}`, { ...fields, ...decision }).expect(303);
    }
    expect(countIn((await editor.get(`${DESK}/guides`)).text)).toBe(0);
    const states = await Promise.all(ids.map(async (id) => (await open(author, id)).state));
    expect(states).toEqual(ids.map((_, index) => (index % 3 === 0 ? 'draft' : 'published')));
    const returned = await open(author, ids[3] ?? 0);
    expect(returned.text).toMatch(/Returned with this note[\s\S]*Olga[\s\S]*Too short: 3/);
    expect(returned.fields.content).toBe('<p>Guide 4</p>');
    expect((await open(author, ids[1] ?? 0)).text).not.toContain('Returned with this note');
    const { text: history } = await owner.get(`${DESK}/audit`).expect(200);
    expect(history).toMatch(/Returned: <a href="[^"]+">Guide 28</);
  });
});

describe('a proposal', () => {
  it('is decided by one of two editors at once, and the other one is told', async () => {
    const id = await propose('Wanted');
    const { fields } = await open(editor, id);
    const answers = await Promise.all([
      editor.post(`${DESK}/guides/${id}`, { ...fields, action: 'publish' }),
      owner.post(`${DESK}/guides/${id}`, { ...fields, action: 'send-back', decision: 'Why "now"?' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    const told = answers.find(({ status }) => status === 409)?.text ?? '';
    expect(told).toMatch(/This guide is no longer in review\. (Eva|Olga) changed it last\./);
    expect(told.includes('Why &quot;now&quot;?</textarea>')).toBe(answers[1]?.status === 409);
  });

  it('that has been published meanwhile keeps what was typed to return it', async () => {
    const id = await propose('Published');
    const { fields } = await open(editor, id);
    await editor.post(`${DESK}/guides/${id}`, { ...fields, action: 'publish' }).expect(303);
    const typed = { action: 'send-back', note: 'And', decision: 'Why "now"?' };
    const { text } = await owner.post(`${DESK}/guides/${id}`, { ...fields, ...typed }).expect(409);
    expect(text).toContain('And\n\nWhy &quot;now&quot;?</textarea>');
  });

  it.each(['publish', 'send-back'])(
    'that is submitted again is not the one that an editor has seen: %s',
    async (action) => {
      const id = await propose(`Again to ${action}`);
      const { fields } = await open(editor, id);
      await owner.post(`${DESK}/guides/${id}`, { ...fields, action: 'send-back' }).expect(303);
      await submit(id, `Again to ${action}`);
      const { text } = await editor.post(`${DESK}/guides/${id}`, { ...fields, action }).expect(409);
      expect(text).toContain('Anna changed it last.');
      expect((await open(author, id)).state).toBe('proposed');
    },
  );

  it('is published with a note, and belongs to its author again once it is returned', async () => {
    const id = await propose('Mine');
    const { fields } = await open(editor, id);
    await editor.post(`${DESK}/guides/${id}`, { ...fields, content: '<p>Mended</p>' }).expect(303);
    const seen = await open(editor, id);
    expect(seen.text).toContain('Submitted by Anna');
    await editor.post(`${DESK}/guides/${id}`, { ...seen.fields, action: 'send-back' }).expect(303);
    const { fields: draft } = await open(author, id);
    await author.post(`${DESK}/guides/${id}/discard`, { revision: draft.revision }).expect(303);
    await submit(id, 'Mine');
    const last = await open(editor, id);
    const decision = { action: 'publish', decision: 'Well done' };
    await editor.post(`${DESK}/guides/${id}`, { ...last.fields, ...decision }).expect(303);
    const published = await open(author, id);
    expect([published.state, published.text.includes('Well done')]).toEqual(['published', true]);
  });

  it('is not returned by authors, nor twice', async () => {
    const id = await propose('Not yet');
    const { fields } = await open(editor, id);
    await author.post(`${DESK}/guides/${id}`, { ...fields, action: 'send-back' }).expect(403);
    await author.post(`${DESK}/guides/${id}`, { ...fields, action: 'withdraw' }).expect(303);
    await editor.post(`${DESK}/guides/${id}`, { ...fields, action: 'send-back' }).expect(409);
    expect((await actions())[0]?.action).toBe('draft return');
  });
});

describe('notes on a guide', () => {
  const NOTES = `${DESK}/guides/${GUIDE}/notes`;
  const page = async (client = author) => (await client.get(`${DESK}/guides/${GUIDE}`).expect(200)).text;
  const write = (fields: Record<string, string>, client = author) =>
    client.post(NOTES, { action: 'note', ...fields });
  const latest = async () =>
    (await service.database.one<{ id: number }>('select max(id) as id from guide_notes')).id;

  it('are written, answered, resolved and opened again by all who write', async () => {
    await write({
      note: 'Still so?',
      noteQuote: 'the left  screw',
      noteBefore: 'Turn',
      noteAfter: 'twice.',
    }).expect(303);
    const note = await latest();
    expect(await page(editor)).toMatch(
      new RegExp(`data-note="${note}" data-quote="the left screw" data-before="Turn" data-after="twice\\."`),
    );
    await editor.post(NOTES, { action: `answer-${note}`, [`answer[${note}]`]: 'Yes\r\n<b>' }).expect(303);
    expect(await page()).toMatch(/<strong>Eva<\/strong>[\s\S]*Yes\n&lt;b&gt;/);
    await owner.post(NOTES, { action: `resolve-${note}` }).expect(303);
    await owner.post(NOTES, { action: `resolve-${note}` }).expect(303);
    expect(await page()).toMatch(/Resolved: 1[\s\S]*Resolved by Olga/);
    await author.post(NOTES, { action: `reopen-${note}` }).expect(303);
    expect(await page()).not.toContain('Resolved by');
    expect(
      (await actions())
        .map(({ action }) => action)
        .slice(0, 4)
        .toReversed(),
    ).toEqual(['note answer', 'note resolve', 'note resolve', 'note reopen']);
    await author.post(NOTES, { action: `delete-${note}` }).expect(303);
    expect(await service.database.any('select from guide_notes where guide_id = $1', [GUIDE])).toEqual([]);
  });

  it('leave the guide as it is', async () => {
    const before = await service.database.one('select g.*, g.xmin::text from guides g where id = $1', [
      GUIDE,
    ]);
    const { headers } = await service.get(`/knowledge/v1/${HOST}/guides/${GUIDE}`).expect(200);
    await write({ note: 'Unseen', noteQuote: 'left' }).expect(303);
    expect(
      await service.database.one('select g.*, g.xmin::text from guides g where id = $1', [GUIDE]),
    ).toEqual(before);
    const answer = await service.get(`/knowledge/v1/${HOST}/guides/${GUIDE}`).expect(200);
    expect([answer.headers.etag, answer.text.includes('Unseen')]).toEqual([headers.etag, false]);
  });

  it.each([
    ['across blocks', 'screw twice.', '<p>left screw</p><ul><li>twice.</li></ul>', false],
    ['with an entity', 'A & B', '<p>A &amp; B</p>', false],
    ['that has been deleted', 'the right screw', '<p>Turn the left screw.</p>', true],
  ])('find a passage %s', async (_, noteQuote, content, isGone) => {
    await write({ note: 'Here', noteQuote }).expect(303);
    const { fields } = await open(author, GUIDE);
    await author.post(`${DESK}/guides/${GUIDE}`, { ...fields, content, action: 'save' }).expect(303);
    const [, shown = ''] =
      new RegExp(`id="note-${await latest()}"([\\s\\S]*?)</li>`).exec(await page()) ?? [];
    expect(/data-gone>This passage is no longer in the text/.test(shown)).toBe(isGone);
  });

  it.each([
    ['nothing', { note: ' ' }, 'A note has 1 to 5,000 characters.'],
    ['too much', { note: 'x'.repeat(5_001) }, 'A note has 1 to 5,000 characters.'],
    ['a passage without words', { note: 'x', noteQuote: ' \n' }, 'A passage has 1 to 1,000 characters.'],
    ['a long passage', { note: 'x', noteQuote: 'y'.repeat(1_001) }, 'A passage has 1 to 1,000 characters.'],
  ])('refuse %s, and keep all that is typed', async (_, fields, message) => {
    const { fields: form } = await open(author, GUIDE);
    const { text } = await write({ ...form, title: 'Typed <title>', ...fields }).expect(422);
    expect(text).toContain(message);
    expect(text).toContain('value="Typed &lt;title&gt;"');
  });

  it('on decisions are not wrong before they are sent, and refused beside their field', async () => {
    const id = await propose('Decided');
    const { text } = await editor.get(`${DESK}/guides/${id}`).expect(200);
    expect(text).not.toContain('class="wrong"');
    const { fields } = await open(editor, id);
    const sent = { ...fields, decision: 'x'.repeat(5_001), action: 'send-back' };
    const refused = (await editor.post(`${DESK}/guides/${id}`, sent).expect(422)).text;
    expect(refused).toMatch(/id="decision-hint">\s*<p class="wrong">A note has 1 to 5,000 characters/);
  });

  it('refuse an empty answer beside its field', async () => {
    await write({ note: 'First' }).expect(303);
    const note = await latest();
    const { text } = await author.post(NOTES, { action: `answer-${note}` }).expect(422);
    expect(text).toContain(`aria-describedby="answer-${note}-wrong"`);
    expect(text).not.toContain('id="note-hint">\n<p class="wrong">');
  });

  it('keep what is typed in the other fields, also in other notes', async () => {
    await write({ note: 'First' }).expect(303);
    const note = await latest();
    const { fields } = await open(author, GUIDE);
    const typed = { ...fields, title: 'Half a ti', note: 'Half a no', [`answer[${note}]`]: 'Half an an' };
    const { text } = await author.post(NOTES, { ...typed, action: `resolve-${note}` }).expect(200);
    for (const part of ['value="Half a ti"', 'Half a no</textarea>', 'Saved']) expect(text).toContain(part);
    const { text: saved } = await author
      .post(`${DESK}/guides/${GUIDE}`, { ...fields, note: 'Half a no', action: 'save' })
      .expect(200);
    expect(saved).toContain('Half a no</textarea>');
  });

  it('that are not sent yet survive other buttons of the page, whose notice keeps its undo', async () => {
    const id = await propose('Unsent');
    const press = async (
      action: string,
      { client = editor, ...typed }: { client?: DeskClient; decision?: string } = {},
    ) => {
      const { fields } = await open(client, id);
      const sent = { ...fields, ...typed, note: 'Half a no', action };
      const { text } = await client.post(`${DESK}/guides/${id}`, sent).expect(200);
      const { fields: now } = await open(client, id);
      // The next save starts from what the button has changed.
      expect(text).toContain(`name="revision" value="${now.revision}"`);
      expect(text).toContain('Half a no</textarea>');
      return text;
    };
    expect(await press('send-back', { decision: 'Too short' })).not.toContain('Too short</textarea>');
    await press('propose', { client: author });
    await press('withdraw', { client: author });
    await press('publish');
    expect(await press('unpublish')).toContain('value="republish"');
  });

  it.each([
    ['of others are not deleted', () => editor, 'delete-NOTE', 404],
    ['of another guide are not resolved', () => editor, 'resolve-NOTE', 404],
    ['have known actions', () => author, 'shout-NOTE', 400],
    ['have numbers', () => author, 'resolve-x', 404],
    ['that do not exist are not answered', () => author, 'answer-999999', 404],
    ['of another knowledge base are not found', () => stranger, 'resolve-NOTE', 404],
  ])('%s', async (name, client, action, status) => {
    await write({ note: 'Mine' }).expect(303);
    const note = await latest();
    const address = name.includes('another guide') ? `${DESK}/guides/${await propose('Other')}/notes` : NOTES;
    await client()
      .post(address, { action: action.replace('NOTE', String(note)) })
      .expect(status);
    const found = await service.database.one('select resolved_at from guide_notes where id = $1', [note]);
    expect(found).toEqual({ resolved_at: null });
  });

  it('go with the guide, come back with it, and are no answers to answers', async () => {
    const id = await propose('Deleted');
    const address = `${DESK}/guides/${id}/notes`;
    await author.post(address, { action: 'note', note: 'Kept' }).expect(303);
    const note = await latest();
    await editor.post(address, { action: `answer-${note}`, [`answer[${note}]`]: 'Kept, too' }).expect(303);
    await editor.post(address, { action: `answer-${await latest()}` }).expect(404);
    await editor.post(`${DESK}/guides/${id}`, { action: 'delete' }).expect(303);
    const rows = () => service.database.any('select id from guide_notes where guide_id = $1', [id]);
    expect(await rows()).toEqual([]);
    await editor.post(`${DESK}/deleted`, { guides: String(id) }).expect(303);
    const { text } = await open(author, id);
    expect(text).toMatch(/Kept[\s\S]*Kept, too/);
    expect(text).toContain('Submitted by Anna');
    await author.post(address, { action: `delete-${note}` }).expect(303);
    expect(await rows()).toEqual([]);
  });
});

describe('who has a guide open', () => {
  const OPEN = `${DESK}/guides/${GUIDE}/open`;
  const seesAnna = async (client: DeskClient) =>
    (await client.get(`${DESK}/guides/${GUIDE}`).expect(200)).text.includes('>Anna has this guide open<');

  it('is shown to colleagues for a minute, until the page is closed', async () => {
    expect((await author.send(OPEN, { open: true }).expect(200)).body).toEqual({ colleagues: [] });
    expect([await seesAnna(editor), await seesAnna(author)]).toEqual([true, false]);
    expect((await editor.send(OPEN, { open: true })).body).toEqual({ colleagues: ['Anna'] });
    await author.send(OPEN, { open: false }).expect(200);
    expect(await seesAnna(editor)).toBe(false);
    await author.send(OPEN, { open: true }).expect(200);
    await service.database.none("update open_guides set seen_at = now() - interval '61 seconds'");
    expect(await seesAnna(editor)).toBe(false);
  });

  it('is neither said to others nor of what does not exist', async () => {
    await stranger.send(OPEN, { open: true }).expect(404);
    await author.send(`${DESK}/guides/999999/open`, { open: true }).expect(404);
    await author.send(OPEN, { open: 'yes' }).expect(400);
    await service.request.post(OPEN).send({}).expect(401);
  });
});
