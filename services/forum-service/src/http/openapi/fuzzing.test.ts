import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { png } from '@guidepost/file-types/testing';
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
import type { Context } from '../../context.ts';
import { writeComments, writeDialogs, writeForum, writeKey } from '../../testing/content.ts';
import { CANARY, writeHidden } from '../../testing/hidden.ts';
import { readXml } from '../../testing/read-xml.ts';
import { startForumService } from '../../testing/start-forum-service.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { createRoutes } from '../routes.ts';
import { createOpenApiDocument } from './openapi-document.ts';

// These routes are never called; they only list what to test.
const DOCUMENT = createOpenApiDocument(createRoutes({} as Context));
/** Only this forum has a key that may write, so that changes leave what the others should show. */
const WRITTEN = 'written';
const FIRST_DIALOG = 2000;
const FIRST_COMMENT = 3000;
const COUNT = 40;
/** Its comments and reports outlive the other dialogs. */
const KEPT_DIALOG = 2100;

const PUBLIC_URL = 'https://forum.example';

/** Values that exist in the forum. */
const knownOf = (key: string, file: string) => ({
  slug: [...Array(8).fill('help'), 'other', 'vote'],
  id: [...Array(4).fill('1001'), ...Array(4).fill('1011'), '1002', '1003', '1012'],
  dialog: ['1001', '1001', '1001', '1002', '1003'],
  user: ['1001', '1011'],
  file: ['AB.svg', 'ÅÖ.svg'],
  name: ['Anna Berg', 'Bo <Ek>', file],
  topics: ['q', 'questions,p', 'B'],
  tags: ['known', 'known,urgent', `${CANARY}-tag`],
  query: ['open', 'everybody reads', 'evrybody', '"reads this"', 'read-this', CANARY],
  callback: ['show', 'a.b[0]'],
  key: [key, key, key, 'wrong'],
  include: ['all'],
  into: Array.from({ length: COUNT }, (_, index) => String(FIRST_DIALOG + index)),
  useremail: [1, 2, 3, 4, 5].map((number) => `${CANARY}-mail-${number}@example.com`),
  topic: ['Q', 'problem', 'praises'],
  title: ['How do I start?', 'Å <b>bold</b> title'],
  text: ['By pressing\nthe button.', 'https://forum.example/a.png https://evil.example/b.mp4'],
  report_reason: ['It is rude.'],
  success_url: ['https://www.example.com/thanks', `${PUBLIC_URL}/api/help/js-endpoint/`],
  error_url: ['https://www.example.com/sorry', '//evil.example'],
});

describe(`${REQUESTS} requests generated from the OpenAPI document, with seed ${SEED}`, () => {
  let service: TestService;
  let running: ServiceProcess;
  let client: FuzzingClient;
  let key: string;
  let writingKey: string;
  let files: string;
  const judge = createJudge(DOCUMENT);

  beforeAll(async () => {
    files = await mkdtemp(join(tmpdir(), 'guidepost-fuzzing-'));
    service = await startTestService();
    ({ key } = await writeHidden(service));
    writingKey = await writeChangeable();
    running = startForumService({
      FORUM_DATABASE_URL: service.url,
      FORUM_FILES_DIRECTORY: files,
      PUBLIC_URL,
      RATE_LIMITS: 'off',
      TRUSTED_PROXIES: '127.0.0.1',
    });
    client = createClient(`http://127.0.0.1:${await portOf(running)}`);
    running.output.resume();
  });

  afterAll(async () => {
    client.close();
    running.child.kill('SIGTERM');
    await running.exit;
    await service.stop();
    await rm(files, { recursive: true });
  });

  async function writeChangeable(): Promise<string> {
    const { database } = service;
    const forumId = await writeForum(database, { slug: WRITTEN });
    const numbers = Array.from({ length: COUNT }, (_, index) => index);
    await writeDialogs(database, forumId, [
      ...numbers.map((index) => ({
        id: FIRST_DIALOG + index,
        title: `Dialog ${index}`,
        tags: ['one', 'two'],
      })),
      { id: KEPT_DIALOG },
    ]);
    const comments = numbers.map((index) => ({ id: FIRST_COMMENT + index, dialog_id: KEPT_DIALOG }));
    await writeComments(database, forumId, comments);
    await database.none(
      `insert into reports (forum_id, id, dialog_id, reporter, poster_id, author_name, reason)
       overriding system value
       select $1, n, $2, random_hash(), $2, 'Bo', 'Rude' from generate_series(1, 40) as n`,
      [forumId, KEPT_DIALOG],
    );
    return writeKey(database, forumId, { scope: 'write' });
  }

  /** Sends most changes where they can succeed. */
  function aim(request: FuzzedRequest): FuzzedRequest {
    const { method, target, headers } = request;
    const isChange =
      ['PATCH', 'DELETE'].includes(method) || /^.api.reports.|^.api.dialog.+.merge/.test(target);
    if (!isChange || target.length % 5 === 0) return request;
    const place = (id: string) => Number(id) % COUNT;
    const aimed = target
      .replace(/^(\/api\/(?:dialog|comment|reports)\/)[^/.]+/, `$1${WRITTEN}`)
      .replace(/(\/dialog\/written\/)(\d{1,6})/, (_, path, id) => `${path}${FIRST_DIALOG + place(id)}`)
      .replace(/(\/reports\/written\/)(\d{1,6})/, (_, path, id) => `${path}${1 + place(id)}`)
      .replace(
        /(\/comment\/written\/)\d{1,6}\/(\d{1,6})/,
        (_, path, id) => `${path}${KEPT_DIALOG}/${FIRST_COMMENT + place(id)}`,
      );
    return { ...request, target: aimed, headers: { ...headers, Authorization: `Bearer ${writingKey}` } };
  }

  /** Hidden content in a response, unless a key or the address of an archived dialog allows it. */
  function leaks({ target, headers, body = '' }: FuzzedRequest, answer: FuzzedAnswer): string[] {
    const sent = JSON.stringify([target, headers, Buffer.from(body).toString('latin1')]);
    const knowing = sent.includes(key) || /\b(1002|1013)\b/.test(target);
    const secret = new RegExp(knowing ? `${CANARY}-(mail|metadata|report|blocked|held)` : CANARY);
    const leak = secret.exec(`${JSON.stringify(answer.headers)} ${answer.text}`);
    return leak && !sent.includes(CANARY) ? [`${leak[0]} is revealed`] : [];
  }

  function malformed({ headers, text }: FuzzedAnswer): string[] {
    if (!/xml/.test(headers['content-type'] ?? '') || text === '') return [];
    try {
      readXml(text);
      return [];
    } catch (error) {
      return [String(error)];
    }
  }

  async function storeFile(): Promise<string> {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(png())]), 'a.png');
    const { headers, body } = new Request('http://x', { method: 'POST', body: form });
    const { text } = await client.send({
      method: 'POST',
      target: `/api/file/help?key=${key}`,
      headers: { 'Content-Type': headers.get('content-type') ?? '' },
      body: new Uint8Array(await new Response(body).arrayBuffer()),
    });
    return text.slice(text.lastIndexOf('/') + 1);
  }

  it('are answered as documented, reach every operation, and reveal nothing hidden', async () => {
    const known = knownOf(key, await storeFile());
    await fuzz({
      requests: requestsFor({ document: DOCUMENT, known, keys: [key, key, key, 'wrong'] }).map(aim),
      send: client.send,
      judge: (request, answer) => [
        ...judge.mistakesIn(request, answer),
        ...malformed(answer),
        ...leaks(request, answer),
      ],
    });
    expect(judge.neverReached()).toEqual([]);
  }, 600_000);
});
