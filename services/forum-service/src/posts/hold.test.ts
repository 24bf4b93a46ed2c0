import { bumpRevision } from '@guidepost/postgres';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FORUM_REVISIONS } from '../model/forum.ts';
import { issueAccessKey } from '../tenants/access-keys.ts';
import { writeForum } from '../testing/content.ts';
import { COMMENT, countEverything, DIALOG } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
let forumId: number;
let key: string;
let number = 0;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMITS: 'off' });
  forumId = await writeForum(service.database, { slug: 'help' });
  ({ key } = await issueAccessKey(service.database, 'help', { name: 'test' }));
});

afterAll(() => service.stop());

async function hold(mode: string): Promise<void> {
  await service.database.none('update forums set hold = $2 where id = $1', [forumId, mode]);
  await bumpRevision(service.database, FORUM_REVISIONS, forumId);
  await service.settled('help');
}

/** Posts a unique dialog and returns its row. */
async function dialog(fields: object = {}, query = '') {
  number += 1;
  const body = { ...DIALOG, title: `Title ${number}`, ...fields };
  await service.request.post(`/api/help${query}`).send(body).expect(201);
  return service.database.one('select id, held, archived from dialogs where title = $1', [body.title]);
}

const HELD = { held: true, archived: true };
const SEEN = { held: false, archived: false };

describe('a forum with hold none', () => {
  it('shows everything at once', async () => {
    await hold('none');
    expect(await dialog({ text: 'https://example.com/' })).toMatchObject(SEEN);
  });
});

describe('a forum with hold links', () => {
  it.each([
    [{ text: 'See https://example.com/ for more.' }, HELD],
    [{ text: 'HTTP://EXAMPLE.COM' }, HELD],
    [{ title: 'Cheaper at https://example.com/' }, HELD],
    [{ name: 'http://example.com' }, HELD],
    [{ text: 'No link at all; www.example.com is none.' }, SEEN],
  ])('holds dialogs: %j', async (fields, state) => {
    await hold('links');
    expect(await dialog(fields)).toMatchObject(state);
  });

  it('holds no posts with a key', async () => {
    await hold('links');
    expect(await dialog({ text: 'https://example.com/' }, `?key=${key}`)).toMatchObject(SEEN);
  });
});

describe('a forum with hold new', () => {
  const someone = () => {
    number += 1;
    return { useremail: `new-${number}@example.com` };
  };

  it('holds posts until one of the poster has been visible', async () => {
    await hold('new');
    const who = someone();
    const { id } = await dialog(who);
    expect(await dialog(who)).toMatchObject(HELD);
    await service.database.none('update dialogs set held = false, archived = false where id = $1', [id]);
    expect(await dialog(who)).toMatchObject(SEEN);
    // The same address under another name is another claim.
    expect(await dialog({ ...who, name: 'Another Person' })).toMatchObject(HELD);
  });

  it('counts posts that were visible and are archived now', async () => {
    await hold('none');
    const who = someone();
    const { id } = await dialog(who);
    await service.database.none('update dialogs set archived = true where id = $1', [id]);
    await hold('new');
    expect(await dialog(who)).toMatchObject(SEEN);
  });

  it('counts comments', async () => {
    await hold('none');
    const who = someone();
    const { id } = await dialog();
    await service.request
      .post(`/api/comment/help/${id}`)
      .send({ ...COMMENT, ...who, name: DIALOG.name })
      .expect(201);
    await hold('new');
    expect(await dialog(who)).toMatchObject(SEEN);
  });

  it('holds no posts with a key', async () => {
    await hold('new');
    expect(await dialog(someone(), `?key=${key}`)).toMatchObject(SEEN);
  });
});

describe('a held post', () => {
  it('is hidden without a key and accepts no posts, as a dialog', async () => {
    await hold('links');
    const before = await service.get('/api/help.json');
    const held = { ...DIALOG, title: 'Held', text: 'https://example.com/' };
    const answer = await service.request.post('/api/help').send(held);
    expect([answer.status, answer.text, answer.headers.location]).toEqual([201, 'Created', undefined]);
    const after = await service.get('/api/help.json');
    expect(after.headers['x-totalresults']).toBe(before.headers['x-totalresults']);
    const { id } = await service.database.one("select id from dialogs where title = 'Held'");
    await service.request.post(`/api/comment/help/${id}?key=${key}`).send(COMMENT).expect(201);
    const comment = await service.database.one('select id from comments where dialog_id = $1', [id]);
    for (const path of [
      `/api/dialog/help/${id}`,
      `/api/comment/help/${id}`,
      `/api/comment/help/${id}/${comment.id}`,
    ]) {
      expect([path, (await service.get(`${path}.json`)).status]).toEqual([path, 404]);
      expect([path, (await service.get(`${path}.json?key=${key}`)).status]).toEqual([path, 200]);
    }
    for (const path of ['comment', 'vote', 'report-dialog'].map((what) => `/api/${what}/help/${id}`)) {
      const { status } = await service.request.post(path).send({ ...COMMENT, report_reason: 'Why?' });
      expect([path, status]).toEqual([path, 404]);
    }
    const report = { ...COMMENT, report_reason: 'Why?' };
    expect((await service.request.post(`/api/report-comment/help/${comment.id}`).send(report)).status).toBe(
      404,
    );
  });

  it('is hidden, not counted and has no address, as a comment', async () => {
    await hold('links');
    const { id } = await dialog();
    const before = await countEverything(service.database);
    const body = { ...COMMENT, text: 'https://example.com/' };
    const answer = await service.request.post(`/api/comment/help/${id}`).send(body);
    expect([answer.status, answer.text, answer.headers.location]).toEqual([201, 'Created', undefined]);
    expect((await service.get(`/api/comment/help/${id}.json`)).body).toEqual([]);
    expect((await service.get(`/api/dialog/help/${id}.json`)).body.num_comments).toBe(0);
    const after = await countEverything(service.database);
    expect(after).toMatchObject({ revision: before.revision, comments: before.comments + 1 });
    const comment = await service.database.one('select id from comments order by id desc limit 1');
    const report = { ...COMMENT, report_reason: 'Why?' };
    expect((await service.request.post(`/api/report-comment/help/${comment.id}`).send(report)).status).toBe(
      404,
    );
    expect((await service.request.post(`/api/comment/help/${id}`).send(body)).status).toBe(409);
  });
});
