import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeComments, writeDialogs, writeForum } from '../testing/content.ts';
import { type SignedIn, signIn } from '../testing/signed-in.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const PAGE = '/forum/help/1001';
const COMMENT = `${PAGE}/comments/1011`;
const NETWORK = '203.0.113.5';

let service: TestService;
let forumId: number;
let anna: SignedIn;

beforeAll(async () => {
  service = await startTestService({
    MAIL_OUTBOX: '/nonexistent',
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMITS: 'off',
  });
  const { database } = service;
  forumId = await writeForum(database, { slug: 'help' });
  await writeForum(database, { slug: 'other' });
  await writeDialogs(database, forumId, [
    { id: 1001, title: 'Roses' },
    { id: 1002, title: 'Archived', archived: true },
    { id: 1003, title: 'Held', archived: true, held: true },
  ]);
  await writeComments(database, forumId, [
    { id: 1011, dialog_id: 1001, text: 'Water them.' },
    { id: 1012, dialog_id: 1001, text: 'Waiting', held: true },
    { id: 1013, dialog_id: 1002, text: 'Old' },
    { id: 1014, dialog_id: 1003, text: 'Held' },
  ]);
  anna = await signIn(service, { slug: 'help', email: 'anna@example.com', name: 'Anna Berg' });
});

afterAll(() => service.stop());

interface Sending {
  vote?: string;
  agent?: string;
  from?: string;
  site?: string;
}

const send = (
  path: string,
  { vote = 'on', agent = 'one', from = NETWORK, site = 'same-origin' }: Sending = {},
) =>
  service.request
    .post(`${path}/helpful`)
    .type('form')
    .set({ 'User-Agent': agent, 'X-Forwarded-For': from, 'Sec-Fetch-Site': site })
    .send({ vote });

const votes = () =>
  service.database
    .one<{ votes: number }>('select count(*) as votes from helpful_votes')
    .then((row) => row.votes);

const forget = () => service.database.none('truncate helpful_votes, blocked_senders');

describe('a comment', () => {
  it('is found helpful by a guest with one click, once for each browser, and by no one once that is taken back', async () => {
    expect((await service.get(PAGE).expect(200)).text).toMatch(
      /action="\/forum\/help\/1001\/comments\/1011\/helpful"><button class="second" name="vote" value="on"/,
    );
    for (let time = 1; time <= 2; time += 1) {
      const { headers } = await send(COMMENT).expect(303);
      const leads = await service.get(String(headers.location)).expect(303);
      const { text } = await service.get(String(leads.headers.location)).expect(200);
      expect(text).toMatch(/value="off">Take back your vote.*1 person found this helpful.*has been counted/s);
    }
    await send(COMMENT, { agent: 'two' }).expect(303);
    const { text } = await service.get(PAGE);
    expect(text).toContain('2 people found this helpful');
    expect(text).toContain('"upvoteCount":2');
    for (let time = 1; time <= 2; time += 1)
      await send(COMMENT, { vote: 'off' }).expect(303).expect('Location', COMMENT);
    await send(COMMENT, { vote: 'off', agent: 'two' }).expect(303);
    expect((await service.get(PAGE)).text).not.toContain('found this helpful');
  });

  it('has five votes of one network at most, whatever address is claimed', async () => {
    const agents = Array.from({ length: 9 }, (_, agent) => String(agent));
    const sent = await Promise.all(
      agents.map((agent) => send(COMMENT, { agent, from: `192.0.2.${agent}, ${NETWORK}` })),
    );
    expect(sent.filter(({ headers }) => /posted=/.test(String(headers.location)))).toHaveLength(5);
    await send(COMMENT, { from: '198.51.100.1' }).expect(303);
    expect(await votes()).toBe(6);
    const stored = JSON.stringify(await service.database.any('select to_jsonb(v) from helpful_votes v'));
    expect(stored).not.toMatch(/203\.0|192\.0|198\.51/);
    await forget();
  });

  it('is found helpful once by a member, from any browser, and not by its author', async () => {
    for (let time = 1; time <= 2; time += 1)
      await anna.send(`${COMMENT}/helpful`, { vote: 'on' }).expect(303).expect('Location', COMMENT);
    expect(await votes()).toBe(1);
    expect((await anna.get(PAGE)).text).toContain('value="off">Take back your vote');
    await anna.send(`${COMMENT}/helpful`, { vote: 'off' }).expect(303);
    expect(await votes()).toBe(0);
    const { headers } = await anna.send(`${PAGE}/comments`, { text: 'Mine.' }).expect(303);
    const own = /comments\/\d+/.exec(String(headers.location))?.[0];
    await anna.send(`${PAGE}/${own}/helpful`, { vote: 'on' }).expect(403);
    expect((await anna.get(PAGE)).text).not.toContain(`${own}/helpful"`);
  });

  it.each<[string, number, string, Sending, string]>([
    ['from another site', 403, COMMENT, { site: 'cross-site' }, ''],
    ['on an archived post', 403, '/forum/help/1002/comments/1013', {}, ''],
    ['on a held post', 404, '/forum/help/1003/comments/1014', {}, ''],
    ['that waits for review', 404, `${PAGE}/comments/1012`, {}, ''],
    ['of another post', 404, `${PAGE}/comments/1013`, {}, ''],
    ['that does not exist', 404, `${PAGE}/comments/999999`, {}, ''],
    ['without a number', 404, `${PAGE}/comments/x`, {}, ''],
    ['of another forum', 404, '/forum/other/1001/comments/1011', {}, ''],
    [
      'from a blocked network',
      403,
      COMMENT,
      {},
      `insert into blocked_senders (forum_id, address) values ($1, '203.0.113.0/24')`,
    ],
  ])('%s is a %i, and nothing is counted', async (_, status, path, sending, statement) => {
    if (statement) await service.database.none(statement, [forumId]);
    await send(path, sending).expect(status);
    expect(await votes()).toBe(0);
    await forget();
  });

  it('leads those who open the address of the form to the comment, and its API is as it was', async () => {
    await service.get(`${COMMENT}/helpful`).expect(303).expect('Location', COMMENT);
    await send(COMMENT).expect(303);
    const { body } = await service.get('/api/comment/help/1001/1011.json').expect(200);
    expect(Object.keys(body)).toEqual([
      'id',
      'uri',
      'dialog_uri',
      'absolute_url',
      'text',
      'pub_date',
      'is_org_reply',
      'user',
    ]);
  });
});
