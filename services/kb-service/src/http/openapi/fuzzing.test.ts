import {
  createClient,
  createJudge,
  type FuzzedAnswer,
  type FuzzedRequest,
  type FuzzingClient,
  fuzz,
  REQUESTS,
  requestsFor,
  SEED,
} from '@guidepost/openapi/testing';
import { portOf, type ServiceProcess } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { issueAccessKey } from '../../access/access-keys.ts';
import type { Context } from '../../context.ts';
import { type TestContent, writeContent, writeImage } from '../../testing/content.ts';
import { CANARY, DISABLED, EXAMPLE, KEYED } from '../../testing/example.ts';
import {
  FORMER_SLUG,
  HIDDEN_SLUG,
  HIDDEN_TOKEN,
  startServiceWithHidden,
} from '../../testing/hidden-content.ts';
import { OPERATOR } from '../../testing/operator.ts';
import { startKbService } from '../../testing/start-kb-service.ts';
import type { TestService } from '../../testing/test-service.ts';
import { createApis } from '../api.ts';
import { MEDIA_TYPE } from '../json-api/headers.ts';
import { createOpenApiDocument } from './openapi-document.ts';

const DOCUMENT = createOpenApiDocument(createApis({} as Context));

const TOKEN = 'a'.repeat(22);

/** Only this one has a key that may write, so that changes leave what the others should show. */
const WRITTEN: TestContent = {
  host: 'written.example.com',
  categories: ids(500).map((id) => ({ id, slug: `c-${id}` })),
  tags: ids(600).map((id) => ({ id, slug: `t-${id}` })),
  guides: ids(400).map((id) => ({ id, slug: `g-${id}`, tags: [id + 200], published: id % 3 > 0 })),
};

const FIRST_IDS: Readonly<Record<string, number>> = { guides: 400, categories: 500, tags: 600 };

function ids(first: number): number[] {
  return Array.from({ length: 40 }, (_, index) => first + index);
}

/** A picture without bytes that UTF-8 has no single ones for. */
const PICTURE = 'GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0;';

const KNOWN = {
  image: [PICTURE],
  host: [EXAMPLE.host, EXAMPLE.host, EXAMPLE.host, KEYED.host, DISABLED.host, 'HELP.example.com'],
  slug: ['install', 'apples', 'refunds', HIDDEN_SLUG, FORMER_SLUG],
  guide: ['install', '31', '35', 'apples'],
  id: ['31', '32', '35', '11', '13', '15', '21', '22', '23', '61', '62', '63'],
  name: [`${TOKEN}.png`, `${HIDDEN_TOKEN}.png`],
  q: ['install', 'instal it', 'äpples "zebra"', 'refund OR zebra', 'canery'],
  'filter[tag]': ['new', '22', 'hidden', '23'],
  'filter[category]': ['start', 'money', '13', '15'],
  include: ['guides.tags', 'categories.child_categories.guides', 'tags', 'knowledge_base.categories'],
};

describe(`${REQUESTS} requests made from the OpenAPI document, with seed ${SEED}`, () => {
  let service: TestService;
  let running: ServiceProcess;
  let client: FuzzingClient;
  let key: string;
  let writeKey: string;
  const judge = createJudge(DOCUMENT);

  beforeAll(async () => {
    service = await startServiceWithHidden();
    const { database } = service;
    const { id } = await database.one('select id from knowledge_bases where host = $1', [EXAMPLE.host]);
    await writeImage(database, id, { token: TOKEN, guide: 31, content: 'image' });
    ({ key } = await issueAccessKey(database, OPERATOR, { host: KEYED.host, name: 'fuzzing' }));
    await writeContent(database, WRITTEN);
    for (const table of ['guides', 'categories', 'tags'])
      await database.none('alter table $1~ alter id restart with 1000', [table]);
    const writing = { host: WRITTEN.host, name: 'writing', scope: 'write' } as const;
    ({ key: writeKey } = await issueAccessKey(database, OPERATOR, writing));
    running = startKbService({ KB_DATABASE_URL: service.url, RATE_LIMITS: 'off' });
    client = createClient(`http://127.0.0.1:${await portOf(running)}`);
    running.output.resume();
  });

  afterAll(async () => {
    client.close();
    running.child.kill('SIGTERM');
    await running.exit;
    await service.stop();
  });

  /** Sends most changes, and reads with the key that may write, where these can succeed. */
  function aim(request: FuzzedRequest): FuzzedRequest {
    const { method, target, headers, body } = request;
    const isChange = target.startsWith('/jsonapi/') && ['POST', 'PATCH', 'DELETE'].includes(method);
    const isKeyed = headers.Authorization === `Bearer ${writeKey}`;
    if (!isKeyed && !(isChange && target.length % 4 > 0 && !/(up|down)vote/.test(target))) return request;
    let id = '';
    const aimed = target
      .replace(/(\/v1\/)[^/?]+/, `$1${WRITTEN.host}`)
      .replace(/\/(guides|categories|tags)\/(\d{1,6})/, (_, collection: string, number: string) => {
        id = String((FIRST_IDS[collection] ?? 0) + (Number(number) % 40));
        return `/${collection}/${id}`;
      });
    const sent = typeof body === 'string' && id ? body.replace(/"id":"\d+"/, `"id":"${id}"`) : body;
    return {
      method,
      target: aimed,
      headers: { ...headers, Authorization: `Bearer ${writeKey}` },
      body: sent,
    };
  }

  function leaks({ target, headers }: FuzzedRequest, answer: FuzzedAnswer): string[] {
    const asked = JSON.stringify([target, headers]);
    const met = `${JSON.stringify(answer.headers)} ${answer.text}`.includes(CANARY);
    return met && [CANARY, key, writeKey].every((word) => !asked.includes(word)) ? [`${CANARY} is met`] : [];
  }

  it('get documented responses of every operation, without hidden content', async () => {
    await fuzz({
      requests: requestsFor({
        document: DOCUMENT,
        known: KNOWN,
        keys: [key, key, key, 'wrong', writeKey],
        accept: MEDIA_TYPE,
      }).map(aim),
      send: client.send,
      judge: (request, answer) => [...judge.mistakesIn(request, answer), ...leaks(request, answer)],
    });
    expect(judge.neverReached()).toEqual([]);
  }, 600_000);
});
