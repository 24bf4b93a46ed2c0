import { workBeside } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { issueAccessKey } from '../tenants/access-keys.ts';
import { OPERATOR } from '../testing/content.ts';
import { type DeskClient, signInAs } from '../testing/desk-client.ts';
import { EXAMPLE } from '../testing/example.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const HOST = EXAMPLE.host;
const DESK = `/desk/kb/${HOST}`;
const TYPE = 'application/vnd.api+json';

let service: TestService;
let author: DeskClient;
let key: string;

beforeAll(async () => {
  service = await startTestService([EXAMPLE], { RATE_LIMITS: 'off' });
  author = await signInAs(service, { host: HOST, role: 'author' });
  ({ key } = await issueAccessKey(service.database, OPERATOR, { host: HOST, name: 'Robot', scope: 'write' }));
  await service.settled(HOST);
});

afterAll(() => service.stop());

const fill = (text: string, length: number) => text.repeat(Math.floor(length / text.length));

/** Each once took time that grew with its square, or seconds. */
const HTML: [string, string][] = [
  ['<div> × 300,000', '<div>'.repeat(300_000)],
  ['<b> × 300,000', '<b>'.repeat(300_000)],
  ['< × 400,000', '<'.repeat(400_000)],
  ['lists in lists', fill('<ul><li>', 1_500_000)],
  ['tables in tables', fill('<table><tr><td>', 1_500_000)],
  ['quotations in quotations', fill('<blockquote>', 1_500_000)],
  ['4.5 MB of <b>x</b>', fill('<b>x</b>', 4_500_000)],
  ['400 kB of <b>x</b>', fill('<b>x</b>', 400_000)],
  ['items without an end', fill('<li>a', 150_000)],
  ['options without an end', fill('<option>a', 500_000)],
  ['players without an end', fill('<video/>x', 200_000)],
  ['scripts', fill('<script></script>', 1_000_000)],
  ['scripts without an end', fill('<p><script>', 1_000_000)],
  ['comments without an end', fill('<!--', 400_000)],
  ['images without an address', fill('x<img>', 200_000)],
  ['images in a picture', `<picture>${fill('<source srcset=a>', 200_000)}${fill('<img>', 200_000)}`],
  ['frames', fill('<iframe src="https://a.example/">', 500_000)],
  ['attributes', `<p ${Array.from({ length: 200_000 }, (_, number) => `a${number}`).join(' ')}>`],
  ['quotation marks', fill('<a b="', 400_000)],
  ['end tags', '<div>'.repeat(499) + fill('</z>', 1_000_000)],
];

const MARKDOWN: [string, string][] = [
  ['quotations in quotations', `${'> '.repeat(50_000)}x`],
  ['lists in lists', `${'- '.repeat(50_000)}x`],
  ['emphasis', fill('*a **b ', 100_000)],
  ['brackets', fill('[', 100_000)],
  ['images', fill('![', 100_000)],
  ['links', fill('[a](', 100_000)],
  ['code', Array.from({ length: 700 }, (_, number) => `${'`'.repeat(number)} `).join('')],
  ['footnotes', fill('[^a', 100_000)],
  ['callouts', fill(':::note\n', 100_000)],
  ['tables', `${fill('|a', 2_000)}\n${fill('|-', 2_000)}\n${fill('|\n', 100_000)}`],
  ['addresses', fill('https://a.example/(', 100_000)],
  ['elements', fill('<div>', 100_000)],
  ['beginnings of HTML', fill('<!--\n\n', 100_000)],
];

/** Milliseconds of processor time, far more than any of them takes now; each once took up to a minute. */
const LONGEST_TASK = 1_500;

/** Whether others were answered before, and nothing kept them waiting. */
async function sendBeside(
  send: () => PromiseLike<{ status: number }>,
): Promise<{ status: number; isBeside: boolean }> {
  const { result, answered, longestTask } = await workBeside(send, () =>
    service.get(`/knowledge/v1/${HOST}/guides?page[limit]=1`),
  );
  return { status: result.status, isBeside: answered > 0 && longestTask < LONGEST_TASK };
}

interface Door {
  door: string;
  send: (text: string) => PromiseLike<{ status: number }>;
}

const HTML_DOORS: readonly Door[] = [
  { door: 'the editor', send: (contentHtml) => author.send(`${DESK}/guides/31/draft`, { contentHtml }) },
  {
    door: 'a comparison',
    send: (contentHtml) => author.send(`${DESK}/guides/31/comparison`, { contentHtml }),
  },
  { door: 'the API', send: (html) => post({ content_html: html }) },
];

const MARKDOWN_DOORS: readonly Door[] = [
  { door: 'the API, as Markdown', send: (markdown) => post({ content_markdown: markdown }) },
  { door: 'the editor, as Markdown', send: (markdown) => author.send(`${DESK}/markdown`, { markdown }) },
];

/** Each text goes through one door: behind all of them is the same code. */
function inTurn(texts: typeof HTML, doors: readonly Door[]): (Door & { name: string; text: string })[] {
  return texts.flatMap(([name, text], index) =>
    doors.slice(index % doors.length, (index % doors.length) + 1).map((door) => ({ ...door, name, text })),
  );
}

function post(attributes: object): PromiseLike<{ status: number }> {
  return service.request
    .post(`/jsonapi/knowledge/v1/${HOST}/guides`)
    .set({ Accept: TYPE, 'Content-Type': TYPE, Authorization: `Bearer ${key}` })
    .send(JSON.stringify({ data: { type: 'guide', attributes: { title: 'Long', ...attributes } } }));
}

describe('S40 a long text ends, and others are answered meanwhile:', () => {
  it.each([...inTurn(HTML, HTML_DOORS), ...inTurn(MARKDOWN, MARKDOWN_DOORS)])(
    '$name in $door',
    async ({ text, send }) => {
      const { status, isBeside } = await sendBeside(() => send(text));
      expect([status < 500, isBeside]).toEqual([true, true]);
    },
    60_000,
  );
});

it('S40 a long guide is published, indexed and found, while others are answered', async () => {
  const html = fill('<p>a <b>b</b></p>\n', 400_000);
  const { status, isBeside } = await sendBeside(async () => {
    const answer = await post({ title: 'Needle', content_html: html, state: 'published', slug: 'longest' });
    await service.indexed();
    return answer;
  });
  expect([status, isBeside]).toEqual([201, true]);
  const { text } = await service.get(`/site/${HOST}/search?q=needle`).expect(200);
  expect(text).toContain('/longest');
}, 60_000);
