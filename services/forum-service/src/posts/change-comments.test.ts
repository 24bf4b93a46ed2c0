import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { writeComments, writeDialogs } from '../testing/content.ts';
import { emptyForum, type ModeratedService, startModeratedService } from '../testing/moderated-service.ts';
import { COMMENT, countEverything, idsOf, listWrongCounters, REPORT } from '../testing/posts.ts';

let service: ModeratedService;
let forum: ModeratedService['forum'];
let answerOf: ModeratedService['answerOf'];

beforeAll(async () => {
  service = await startModeratedService();
  ({ forum, answerOf } = service);
});

afterAll(() => service.stop());

beforeEach(async () => {
  await emptyForum(service.database, service.forumId);
  await writeDialogs(service.database, service.forumId, [{ id: 1001 }, { id: 1002, archived: true }]);
  await writeComments(service.database, service.forumId, [
    { id: 1011, dialog_id: 1001, text: 'Roses' },
    { id: 1012, dialog_id: 1001, text: 'Violets' },
    { id: 1013, dialog_id: 1002 },
  ]);
  await service.database.none(
    `update dialogs d set last_activity = (select max(c.pub_date) from comments c where c.dialog_id = d.id)`,
  );
});

const dialog = () =>
  service.database.one('select num_comments, last_activity, popularity from dialogs where id = 1001');
const read = async () => idsOf({ body: (await service.read('/api/comment/help/1001.json')).body });

/** Posts a comment with a link, which is held, and returns its id. */
async function postHeld(): Promise<number> {
  await forum('set', 'help', 'hold', 'links');
  await service.settled('help');
  const text = 'Tulips: https://example.com/';
  await service.request
    .post('/api/comment/help/1001')
    .send({ ...COMMENT, text })
    .expect(201);
  return (await service.database.one('select max(id) as id from comments where held')).id;
}

describe('forum comment restore', () => {
  it('publishes a held comment as the newest, counted and searchable', async () => {
    const id = await postHeld();
    await service.database.none("update comments set pub_date = now() - interval '1 day' where id = $1", [
      id,
    ]);
    expect(await read()).toEqual([1012, 1011]);
    const before = await dialog();
    const outcome = { slug: 'help', changed: [id], unchanged: [1011] };
    expect(await answerOf('comment', 'restore', 'help', String(id), '1011')).toEqual(outcome);
    expect(await read()).toEqual([id, 1012, 1011]);
    const after = await dialog();
    expect(after.num_comments).toBe(3);
    expect(after.popularity).toBeGreaterThan(before.popularity);
    await service.indexed();
    expect(idsOf({ body: (await service.read('/api/search/help/tulips.json')).body })).toEqual([1001]);
    expect(await listWrongCounters(service.database)).toEqual([]);
  });

  it('reports comments that are already visible', async () => {
    const before = await countEverything(service.database);
    const { stdout } = await forum('comment', 'restore', 'help', '1011');
    expect(stdout).toBe('Already visible: comment 1011.\n');
    expect(await countEverything(service.database)).toEqual(before);
  });
});

describe('forum comment delete', () => {
  it('deletes comments with their reports, and, once they are purged, posters without other posts', async () => {
    await service.request.post('/api/report-comment/help/1012').send(REPORT).expect(201);
    await service.request
      .post('/api/report-dialog/help/1001')
      .send({ ...REPORT, useremail: 'x@example.com' });
    const before = await countEverything(service.database);
    expect(await answerOf('comment', 'delete', 'help', '1012', '1013')).toMatchObject({
      changed: [1012, 1013],
    });
    expect(await read()).toEqual([1011]);
    expect(await countEverything(service.database)).toEqual({
      ...before,
      comments: before.comments - 2,
      reports: before.reports - 1,
      post_addresses: before.post_addresses - 1,
      revision: before.revision + 1,
    });
    await answerOf('comment', 'purge', 'help', '1012', '1013', '--yes');
    expect((await countEverything(service.database)).posters).toBe(before.posters - 3);
    expect(await listWrongCounters(service.database)).toEqual([]);
    await service.indexed();
    expect((await service.read('/api/search/help/violets.json')).body).toEqual([]);
  });

  it('deletes a held comment, which only editors notice', async () => {
    const id = await postHeld();
    const before = await countEverything(service.database);
    await answerOf('comment', 'delete', 'help', String(id), '--yes');
    expect(await countEverything(service.database)).toEqual({
      ...before,
      comments: before.comments - 1,
      recent_comments: before.recent_comments - 1,
      post_addresses: before.post_addresses - 1,
    });
  });

  it.each([
    ['is refused for a day if its author has another post in the forum', ['First'], 409],
    ['is accepted from an author without other posts', ['First', 'Second'], 201],
  ])('deletes a comment, after which posting it again %s', async (_, deleted, status) => {
    const send = (text: string) =>
      service.request.post('/api/comment/help/1001').send({ ...COMMENT, text: `${text} of two` });
    const ids = new Map<string, string>();
    for (const text of ['First', 'Second']) {
      const { headers } = await send(text).expect(201);
      ids.set(text, /(\d+)\.json$/.exec(String(headers.location))?.[1] ?? '');
    }
    await answerOf('comment', 'delete', 'help', ...deleted.map((text) => String(ids.get(text))), '--yes');
    await send('First').expect(status);
  });

  it.each([
    ['purge', 'without --yes', ['1011'], 2, "required option '--yes"],
    ['purge', 'if a comment has not been deleted', ['1011', '--yes'], 1, 'help has no deleted comment 1011.'],
    ['delete', 'if a comment does not exist', ['1011', '99', '--yes'], 1, 'help has no comment 99.'],
  ])('does nothing by %s %s', async (command, _, words, code, message) => {
    const answer = await forum('comment', command, 'help', ...words);
    expect(answer).toEqual({ code, stdout: '', stderr: expect.stringContaining(message) });
    expect(await read()).toEqual([1012, 1011]);
  });
});

describe('forum comment org-reply', () => {
  const isReply = async () =>
    ((await service.read('/api/comment/help/1001/1011.json')).body as { is_org_reply: boolean }).is_org_reply;

  it('marks a comment as an official reply, and unmarks it', async () => {
    expect(await answerOf('comment', 'org-reply', 'help', '1011')).toMatchObject({ changed: [1011] });
    expect(await isReply()).toBe(true);
    expect(await answerOf('comment', 'org-reply', 'help', '1011', '1012')).toMatchObject({
      unchanged: [1011],
    });
    const { stdout } = await forum('comment', 'org-reply', 'help', '1011', '--off');
    expect(stdout).toBe('Removed the mark from comment 1011.\n');
    expect(await isReply()).toBe(false);
  });
});
