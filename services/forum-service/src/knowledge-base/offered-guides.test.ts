import { readPage } from '@guidepost/testing/markup';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { clean } from '../moderation/daily-cleaning.ts';
import { commandsOn } from '../testing/command-fixture.ts';
import { writeDialogs, writeForum } from '../testing/content.ts';
import { signInAs } from '../testing/desk-client.ts';
import {
  type KnowledgeBaseServer,
  startKnowledgeBaseServer,
  truth,
} from '../testing/knowledge-base-server.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const TITLES = { 1: 'Pump the tyres', 2: 'Tyres <b>in winter</b>', 3: 'Tyre sizes', 4: 'Tyres to buy' };

let knowledgeBase: KnowledgeBaseServer;
let service: TestService;

beforeAll(async () => {
  knowledgeBase = await startKnowledgeBaseServer(TITLES);
  service = await startTestService({
    KB_API_URL: `help=${knowledgeBase.url}`,
    TRUSTED_PROXIES: '127.0.0.1',
  });
  const help = await writeForum(service.database, { slug: 'help' });
  await writeDialogs(service.database, help, [{ id: 1_000_001, title: 'My tyre is flat' }]);
  await writeForum(service.database, { slug: 'alone' });
  await service.indexed();
});

beforeEach(() => {
  knowledgeBase.reply = truth(TITLES);
});

afterAll(async () => {
  await service.stop();
  await knowledgeBase.close();
});

const read = async (path: string) => readPage((await service.get(path).expect(200)).text);

describe('guides for someone who asks', () => {
  it('are JSON with marked titles', async () => {
    const { body, headers } = await service.get('/forum/help/guides/suggestions?q=winter').expect(200);
    expect(body.guides).toEqual([
      {
        id: '2',
        address: 'https://help.example.com/guides/guide-2',
        title: [
          { text: 'Tyres <b>in ', marked: false },
          { text: 'winter', marked: true },
          { text: '</b>', marked: false },
        ],
      },
    ]);
    expect(headers['cache-control']).toBe('public, no-cache');
  });

  it.each(['/forum/help', '/forum/help/ask'])('have a place in the form, at %s', async (path) => {
    const [place] = (await read(path)).all('div', 'suggested-guides');
    expect(place?.attribs).toMatchObject({ 'data-guides': '/forum/help/guides' });
  });

  it('are not there for a forum without a knowledge base', async () => {
    await service.get('/forum/alone/guides/suggestions?q=winter').expect(404);
    for (const path of ['/forum/alone', '/forum/alone/ask'])
      expect((await read(path)).all('div', 'suggested-guides')).toEqual([]);
  });
});

describe('the title of a post', () => {
  it.each([
    ['Flat%20tyre', 'Flat tyre'],
    ['%20a%0Ab%22%3E%3Cscript%3E', 'a b"><script>'],
    ['x'.repeat(300), 'x'.repeat(200)],
  ])('may be begun by a link: %s', async (sent, title) => {
    const [field] = (await read(`/forum/help/ask?title=${sent}`))
      .all('input')
      .filter(({ attribs }) => attribs.name === 'title');
    expect(field?.attribs.value).toBe(title);
  });

  it('is not kept for others', async () => {
    await read('/forum/help/ask?title=Mine');
    const { text } = await service.get('/forum/help/ask').expect(200);
    expect(text).not.toContain('Mine');
  });
});

describe('a guide that helped', () => {
  const helped = (guide: string, client = '192.0.2.1') =>
    service.request
      .post(`/forum/help/guides/${guide}/helped`)
      .set({ 'Sec-Fetch-Site': 'same-origin', 'X-Forwarded-For': client });

  const counted = () =>
    service.database.any('select address, title, times from helpful_guides order by address');

  it('is counted by day, once for each client, with what the knowledge base says', async () => {
    for (const client of ['192.0.2.1', '192.0.2.2', '192.0.2.1']) await helped('1', client).expect(204);
    await helped('2').expect(204);
    expect(await counted()).toEqual([
      { address: 'https://help.example.com/guides/guide-1', title: 'Pump the tyres', times: 2 },
      { address: 'https://help.example.com/guides/guide-2', title: 'Tyres <b>in winter</b>', times: 1 },
    ]);
  });

  it('is listed by a command', async () => {
    const { answerOf, release } = commandsOn(service.url);
    const listed = await answerOf('guides', 'list', 'help', '--since', '1d');
    release();
    expect(listed).toEqual([
      { title: 'Pump the tyres', address: 'https://help.example.com/guides/guide-1', times: 2 },
      { title: 'Tyres <b>in winter</b>', address: 'https://help.example.com/guides/guide-2', times: 1 },
    ]);
  });

  it('is forgotten after 25 months', async () => {
    await service.database.none("update helpful_guides set day = day - 800 where title like '%winter%'");
    await clean(service.database);
    expect(await counted()).toHaveLength(1);
  });

  it.each([
    ['unknown', '/forum/help/guides/9/helped', { 'Sec-Fetch-Site': 'same-origin' }, 404],
    ['of no knowledge base', '/forum/alone/guides/1/helped', { 'Sec-Fetch-Site': 'same-origin' }, 404],
    ['told by another site', '/forum/help/guides/3/helped', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['told by a program', '/forum/help/guides/3/helped', {}, 403],
    ['opened, unknown', '/forum/help/guides/9/opened', { 'Sec-Fetch-Site': 'same-origin' }, 404],
    ['opened on another site', '/forum/help/guides/3/opened', { 'Sec-Fetch-Site': 'cross-site' }, 403],
  ])('is not counted if it is %s', async (_, path, headers, status) => {
    const before = await counted();
    await service.request.post(path).set(headers).expect(status);
    expect(await counted()).toEqual(before);
  });
});

describe('a guide that someone opened who writes a post', () => {
  const send = (path: string, client: string, body: object = {}) =>
    service.request
      .post(path)
      .type('form')
      .send(body)
      .set({ 'Sec-Fetch-Site': 'same-origin', 'X-Forwarded-For': client });

  const opened = (guide: string, client: string) =>
    send(`/forum/help/guides/${guide}/opened`, client).expect(204);

  const asked = (guides: string, client: string, more: object = {}) =>
    send('/api/help', client, {
      topic: 'Q',
      title: `Asked from ${client} after ${guides}`,
      text: 'How?',
      name: 'Anna',
      useremail: 'anna@example.com',
      opened_guides: guides,
      ...more,
    }).expect(303);

  const counted = () =>
    service.database.any('select guide, opened, asked from opened_guides order by day, guide');

  it('is counted once for each client, and again if the post is sent anyway', async () => {
    for (const client of ['192.0.2.1', '192.0.2.2', '192.0.2.1', '192.0.2.3']) await opened('1', client);
    await opened('2', '192.0.2.1');
    await asked('1 2 2 9 <b>', '192.0.2.1');
    await asked('1', '192.0.2.1', { title: 'A second post' });
    expect(await counted()).toEqual([
      { guide: '1', opened: 3, asked: 1 },
      { guide: '2', opened: 1, asked: 1 },
    ]);
  });

  it.each<[string, string, object]>([
    ['a bot fills in the form', '1', { your_homepage: 'x' }],
    ['more posts name it than have opened it', '2', {}],
  ])('is not counted again if %s', async (title, guide, more) => {
    const before = await counted();
    await asked(guide, '192.0.2.9', { title, ...more });
    expect(await counted()).toEqual(before);
  });

  it('is counted for the day that it was opened on, if midnight has passed since', async () => {
    await service.database.none("update opened_guides set day = day - 1 where guide = '1'");
    await asked('1', '192.0.2.2');
    await service.database.none("update opened_guides set day = day - 1 where guide = '1'");
    await asked('1', '192.0.2.3');
    expect(await counted()).toEqual([
      { guide: '1', opened: 3, asked: 2 },
      { guide: '2', opened: 1, asked: 1 },
    ]);
  });

  it('does not keep a post from being sent when the count fails', async () => {
    await service.database.none('alter table opened_guides rename to away');
    await asked('1', '192.0.2.4');
    await service.database.none('alter table away rename to opened_guides');
  });

  it('is named by a form that is shown again', async () => {
    const { text } = await send('/api/help', '192.0.2.5', { title: 'No text', opened_guides: '1 2' }).expect(
      400,
    );
    expect(text).toContain('<input type="hidden" name="opened_guides" value="1 2">');
  });

  it('is on the page of insights, in CSV and printed, the most deflecting first', async () => {
    const desk = await signInAs(service, { slug: 'help', role: 'author' });
    const { text } = await desk.get('/desk/forum/help/insights').expect(200);
    const [table = ''] = /(?<=id="deflected">)[\s\S]+?<.table>/.exec(text) ?? [];
    expect(table.match(/(?<=<td class="number">)\d+/g)).toEqual(['3', '2', '1', '1', '1', '0']);
    const csv = await desk.get('/desk/forum/help/insights/deflected.csv').expect(200);
    const lines = [
      'title,address,opened,asked,deflected',
      'Pump the tyres,https://help.example.com/guides/guide-1,3,2,1',
      'Tyres <b>in winter</b>,https://help.example.com/guides/guide-2,1,1,0',
    ];
    expect(csv.text.trim().split('\r\n')).toEqual(lines);
    const { forum, release } = commandsOn(service.url);
    const { stdout } = await forum('insights', 'help', '--table', 'deflected', '--csv');
    release();
    expect(stdout.trim()).toBe(csv.text.trim());
  });

  it('is forgotten after 25 months', async () => {
    await service.database.none("update opened_guides set day = day - 800 where guide = '2'");
    await clean(service.database);
    expect(await counted()).toHaveLength(1);
  });
});

describe('the search of a forum', () => {
  it('shows three guides beside dialogs', async () => {
    const page = await read('/forum/help/search?q=tyre');
    expect(page.texts('h2')).toEqual(['Guides', 'My tyre is flat']);
    expect(page.texts('ul', 'titles')).toEqual(['Pump the tyres Tyres <b>in winter</b> Tyre sizes']);
    expect(page.links('titles')[0]).toBe('https://help.example.com/guides/guide-1');
  });

  it('shows guides where there are no dialogs', async () => {
    expect((await read('/forum/help/search?q=winter')).texts('h2')).toContain('Guides');
  });

  it('does without them for other forums, and where the knowledge base fails', async () => {
    knowledgeBase.reply = (request) => request.socket.destroy();
    for (const path of ['/forum/alone/search?q=tyre', '/forum/help/search?q=flat+tyre'])
      expect((await read(path)).texts('h2')).not.toContain('Guides');
  });
});

describe('the desk', () => {
  const DIALOG = '/desk/forum/help/dialogs/1000001';

  it('finds guides to link from an answer, beginning with the title of the dialog', async () => {
    const desk = await signInAs(service, { slug: 'help', role: 'author' });
    const page = readPage((await desk.get(DIALOG).expect(200)).text);
    const [field] = page.all('input').filter(({ attribs }) => attribs.id === 'guides-query');
    expect(field?.attribs.value).toBe('My tyre is flat');
    const { body } = await desk.get(`${DIALOG}/guides/found?q=winter`).expect(200);
    expect(body.guides).toEqual([
      {
        id: '2',
        title: 'Tyres <b>in winter</b>',
        address: 'https://help.example.com/guides/guide-2',
        link: String.raw`[Tyres \<b>in winter\</b>](https://help.example.com/guides/guide-2)`,
      },
    ]);
    const list = readPage((await desk.get(`${DIALOG}/guides?q=winter`).expect(200)).text);
    expect(list.texts('ul', 'plain')).toEqual([
      'Tyres <b>in winter</b> https://help.example.com/guides/guide-2',
    ]);
  });

  it('says that the knowledge base is away', async () => {
    const desk = await signInAs(service, { slug: 'help', role: 'author' });
    knowledgeBase.reply = (request) => request.socket.destroy();
    expect((await desk.get(`${DIALOG}/guides/found?q=away`).expect(200)).body).toEqual({});
    const { text } = await desk.get(`${DIALOG}/guides?q=away`).expect(200);
    expect(text).toContain('The knowledge base is not answering at the moment.');
  });
});
