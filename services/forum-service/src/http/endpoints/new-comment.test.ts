import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { issueAccessKey } from '../../access/access-keys.ts';
import { writeDialogs, writeForum } from '../../testing/content.ts';
import { COMMENT, countEverything } from '../../testing/posts.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
let key: string;
let id = 1_000_000;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMITS: 'off' });
  await writeForum(service.database, { slug: 'help' });
  ({ key } = await issueAccessKey(service.database, 'help', 'test'));
});

afterAll(() => service.stop());

async function newDialog({ archived = false } = {}): Promise<string> {
  id += 1;
  const forum = await service.database.one("select id from forums where slug = 'help'");
  await writeDialogs(service.database, forum.id, [{ id, archived }]);
  return `/api/comment/help/${id}`;
}

const post = (path: string, body: object) => service.request.post(path).send(body);

describe('POST /api/comment/:slug/:id', () => {
  it('adds a comment, available at the returned address', async () => {
    const path = await newDialog();
    const answer = await post(path, COMMENT);
    expect([answer.status, answer.text]).toEqual([201, 'Created']);
    const { pathname } = new URL(String(answer.headers.location));
    expect(pathname).toMatch(new RegExp(`^${path}/\\d+\\.json$`));
    const { body } = await service.get(pathname).expect(200);
    expect(body).toMatchObject({
      text: '<p>By pressing the button.</p>',
      is_org_reply: false,
      user: { first_name: 'Bo Ek', work_title: null },
    });
  });

  it('updates the count and last activity of its dialog, and makes it searchable', async () => {
    const path = await newDialog();
    await service.database.none('delete from search_queue');
    await post(path, COMMENT).expect(201);
    const row = await service.database.one(
      `select d.num_comments, d.last_activity = c.pub_date as latest, q.document_id
       from dialogs d join comments c on c.dialog_id = d.id join search_queue q on q.document_id = d.id where d.id = $1`,
      [id],
    );
    expect(row).toEqual({ num_comments: 1, latest: true, document_id: id });
  });

  it.each([
    ['the same', COMMENT, 409],
    ['the same with other white space', { ...COMMENT, text: ' By  pressing\n\nthe\tbutton. ' }, 409],
    ['the same under another name', { ...COMMENT, name: 'Robert' }, 409],
    ['the same from another spelling of the address', { ...COMMENT, useremail: 'BO@Example.com' }, 409],
    ['the same from another person', { ...COMMENT, useremail: 'c@example.com' }, 201],
    ['another text', { ...COMMENT, text: 'By pulling it.' }, 201],
  ])('accepts a text of a person once: %s', async (_title, body, status) => {
    const path = await newDialog();
    await post(path, COMMENT).expect(201);
    const before = await countEverything(service.database);
    const answer = await post(path, body);
    expect(answer.status).toBe(status);
    if (status === 201) return;
    expect([answer.text, answer.type]).toEqual(['Conflict/Duplicate', 'text/plain']);
    expect(await countEverything(service.database)).toEqual(before);
  });

  it('accepts it again on another dialog, and after 24 hours on the same', async () => {
    const [path, other] = [await newDialog(), await newDialog()];
    await post(path, COMMENT).expect(201);
    await post(other, COMMENT).expect(201);
    const age = (hours: string) =>
      service.database.none('update recent_comments set posted_at = now() - $1::interval', [hours]);
    await age('23 hours 59 minutes');
    expect((await post(path, COMMENT)).status).toBe(409);
    await age('24 hours');
    expect((await post(path, COMMENT)).status).toBe(201);
    expect((await post(path, COMMENT)).status).toBe(409);
  });

  it('requires a key for an archived dialog', async () => {
    const path = await newDialog({ archived: true });
    const before = await countEverything(service.database);
    const answer = await post(path, COMMENT);
    expect([answer.status, answer.text, answer.type]).toEqual([403, 'Forbidden', 'text/plain']);
    expect(await countEverything(service.database)).toEqual(before);
    expect((await post(`${path}?key=${key}`, COMMENT)).status).toBe(201);
  });
});
