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
import { writeImage } from '../../testing/content.ts';
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

const KNOWN = {
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
  const judge = createJudge(DOCUMENT);

  beforeAll(async () => {
    service = await startServiceWithHidden();
    const { database } = service;
    const { id } = await database.one('select id from knowledge_bases where host = $1', [EXAMPLE.host]);
    await writeImage(database, id, { token: TOKEN, guide: 31, content: 'image' });
    ({ key } = await issueAccessKey(database, OPERATOR, { host: KEYED.host, name: 'fuzzing' }));
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

  function leaks({ target, headers }: FuzzedRequest, answer: FuzzedAnswer): string[] {
    const asked = JSON.stringify([target, headers]);
    const met = `${JSON.stringify(answer.headers)} ${answer.text}`.includes(CANARY);
    return met && !asked.includes(CANARY) && !asked.includes(key) ? [`${CANARY} is met`] : [];
  }

  it('get documented responses of every operation, without hidden content', async () => {
    await fuzz({
      requests: requestsFor({
        document: DOCUMENT,
        known: KNOWN,
        keys: [key, key, key, 'wrong'],
        accept: MEDIA_TYPE,
      }),
      send: client.send,
      judge: (request, answer) => [...judge.mistakesIn(request, answer), ...leaks(request, answer)],
    });
    expect(judge.neverReached()).toEqual([]);
  }, 600_000);
});
