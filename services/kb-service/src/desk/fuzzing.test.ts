import {
  createClient,
  fuzz,
  listRoutes,
  pageMistakes,
  pageRequestsFor,
  REQUESTS,
  SEED,
} from '@guidepost/openapi/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createApp } from '../app.ts';
import { signInAs } from '../testing/desk-client.ts';
import { EXAMPLE } from '../testing/example.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

/** Pages cost more than answers of the API. */
const SHARE = Math.ceil(REQUESTS / 10);

/** They would sign the client out, or lock it out. */
const ENDING = /sign-(in|out)|\/account|\/people|\/settings\/hosts|\/assets\//;

const KNOWN = {
  tenant: [EXAMPLE.host],
  guide: ['31', '32', '35'],
  category: ['11', '12', '13'],
  tag: ['21', '22'],
  version: ['1', '2'],
  webhook: ['1'],
  table: ['not-found.csv', 'comments.csv'],
  action: [
    'create',
    'publish',
    'unpublish',
    'tag',
    'move',
    'save',
    'propose',
    'schedule',
    'return',
    'remove',
    'set',
  ],
  'guide[31]': ['on'],
  'guide[32]': ['on'],
  title: ['Install', 'Changed'],
  content: ['<p>x</p>', '<h2>A</h2><table><tr><td>b'],
  revision: ['1', '2'],
  slug: ['install', 'changed'],
  name: ['New', 'Changed'],
  guidesName: ['Guides'],
  into: ['12', '22'],
  confirm: ['Install', 'New'],
  place: ['1', '5'],
  order: ['32,31', '31'],
  scope: ['read', 'write'],
  url: ['https://hooks.example.com/a', 'http://127.0.0.1/'],
  'event[guide.published]': ['on'],
  organization_name: ['x'],
  language: ['sv', 'en'],
  access: ['public', 'key'],
  accent_color: ['#000000'],
  publish_at: ['2030-01-01T12:00', 'now'],
  days: ['7', '365'],
  before: ['5'],
  page: ['1', '2'],
  q: ['inst'],
  sort: ['-title', 'updated'],
  state: ['published', 'draft'],
};

let service: TestService;

beforeAll(async () => {
  service = await startTestService([EXAMPLE], { RATE_LIMITS: 'off' });
});

afterAll(() => service.stop());

it(`${SHARE} requests for the desk are answered, with seed ${SEED}`, async () => {
  const { cookie, token } = await signInAs(service, { host: EXAMPLE.host, role: 'owner' });
  const routes = listRoutes(createApp(service.context)).map((route) => route.replace(/^\w+ /, ''));
  const paths = [...new Set(routes)].filter((path) => path.startsWith('/desk') && !ENDING.test(path));
  expect(paths.length).toBeGreaterThan(30);
  const client = createClient(service.origin);
  const statuses = new Set<number>();
  await fuzz({
    count: SHARE,
    requests: pageRequestsFor({ paths, known: KNOWN, cookie, token }),
    send: client.send,
    judge(request, answer) {
      statuses.add(answer.status);
      return pageMistakes(request, answer);
    },
  });
  client.close();
  expect([...statuses]).toEqual(expect.arrayContaining([200, 303, 404, 405, 422]));
}, 3_600_000);
