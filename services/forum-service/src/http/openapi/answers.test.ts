import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTokenBuckets } from '@guidepost/access';
import { png } from '@guidepost/file-types/testing';
import { createAnswerValidator, listOperations, withUndocumentedMembers } from '@guidepost/openapi/testing';
import { AppError, createHealth } from '@guidepost/service-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createApp } from '../../app.ts';
import type { Context } from '../../context.ts';
import { prepareFileDirectory } from '../../files/file-directory.ts';
import { writeComments, writeDialogs, writeForum, writeKey } from '../../testing/content.ts';
import { COMMENT, DIALOG } from '../../testing/posts.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { createRoutes } from '../routes.ts';
import { createOpenApiDocument } from './openapi-document.ts';

// These routes are never called; they only list what to test.
const DOCUMENT = createOpenApiDocument(createRoutes({} as Context));
const OPERATIONS = listOperations(DOCUMENT).flatMap(({ method, path, operation }) =>
  Object.keys(operation.responses).map((status) => ({ method, path, status })),
);
const READS = OPERATIONS.filter(({ path, status }) => /^\/api\/.*[.]json$/.test(path) && status === '200');

const POSTS = OPERATIONS.filter(({ status }) => status === '201');
const FORM = 'application/x-www-form-urlencoded';
const isFilePost = (path: string) => path.startsWith('/api/file/');

/** Posts, without those that a form never returns. */
const REFUSALS = OPERATIONS.filter(
  ({ method, path, status }) => method === 'post' && status >= '400' && status !== '415' && !isFilePost(path),
);

const { mistakesOf, validate } = createAnswerValidator(DOCUMENT);

type State = 'normal' | 'limited' | 'broken' | 'unavailable' | 'slow';

interface Cause {
  path: string;
  query?: string | undefined;
  headers?: Record<string, string>;
  state?: State;
  /** Fields of a post; by default the example with unique values. */
  fields?: Record<string, string> | undefined;
  body?: string | undefined;
  type?: string;
}

/** Last path segment of the existing file. */
let storedName = '';

const BLOCKED = '203.0.113.9';

/** A path with existing ids, or an unknown forum. */
function fill(template: string, slug = 'help'): string {
  return template
    .replace('{slug}', slug)
    .replace('{topics}', 'q,P')
    .replace('{name}', storedName)
    .replace('{user}/{file}', '1/AB.svg')
    .replace('{dialog}/{id}', '1001/1011')
    .replace('report-comment/help/{id}', 'report-comment/help/1011')
    .replace('{id}', '1001')
    .replace('{tags}', 'urgent')
    .replace('{query}', 'button');
}

/** Requests that cause each documented status; a missing one fails the test. */
const CAUSES: Record<string, (path: string) => Cause> = {
  200: (path) => ({ path: fill(path) }),
  201: (path) => ({ path: fill(path) }),
  206: (path) => ({ path: fill(path), headers: { Range: 'bytes=1-2' } }),
  303: (path) => ({ path: fill(path), type: FORM }),
  304: (path) => ({ path: fill(path), headers: { 'If-None-Match': '*' } }),
  // Files have no JSONP.
  400: (path) => ({
    path: fill(path),
    query: path.startsWith('/api/file/') ? '_=%' : 'callback=alert(1)',
    fields: {},
  }),
  401: (path) => ({ path: fill(path), query: 'key=unknown' }),
  403: (path) => ({ path: fill(path), headers: { 'X-Forwarded-For': BLOCKED } }),
  // A reserved word, which no forum is called.
  404: (path) => ({ path: fill(path, 'vote').replace('AB', 'initials') }),
  408: (path) => ({ path: fill(path), headers: { 'Content-Length': '9' }, body: '{', state: 'slow' }),
  409: (path) => ({ path: fill(path), fields: TAKEN }),
  413: (path) => ({
    path: fill(path),
    fields: { text: 'x'.repeat(isFilePost(path) ? 28_000_000 : 256_000) },
  }),
  414: (path) => ({ path: fill(path), query: 'X'.repeat(16_000) }),
  415: (path) => ({ path: fill(path), type: 'text/plain' }),
  416: (path) => ({ path: fill(path), headers: { Range: 'bytes=1000-' } }),
  429: (path) => ({ path: fill(path), state: 'limited' }),
  500: (path) => ({ path: fill(path), state: 'broken' }),
  503: (path) => ({ path: fill(path), state: 'unavailable' }),
};

const TAKEN = { ...DIALOG, ...COMMENT };

let service: TestService;
let key: string;
let apps: Record<State, ReturnType<typeof supertest>>;

beforeAll(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'guidepost-files-'));
  await prepareFileDirectory(directory);
  service = await startTestService({
    RATE_LIMITS: 'off',
    TRUSTED_PROXIES: '127.0.0.1',
    FORUM_FILES_DIRECTORY: directory,
  });
  const { database, context } = service;
  const forumId = await writeForum(database, { slug: 'help' });
  key = await writeKey(database, forumId);
  await writeDialogs(database, forumId, [
    { id: 1001, tags: ['urgent'], state: 'answered', work_title: 'Support' },
    { id: 1002, topic: 'P' },
  ]);
  await writeComments(database, forumId, [{ id: 1011, dialog_id: 1001, is_org_reply: true }]);
  apps = {
    normal: service.request,
    limited: supertest(createApp(limited(context))),
    broken: supertest(createApp(failing(context, new Error('broken')))),
    unavailable: supertest(createApp(failing(context, new AppError('unavailable', 'Away.')))),
    // Repeatedly, since it can stall while the request is admitted.
    slow: supertest(createServer(service.app).setTimeout(100, (socket) => socket.setTimeout(100))),
  };
  // Uses up each limit: a read and a post by address, and a post by key.
  await ask('get', { path: '/api/help.json', state: 'limited' }).expect(200);
  await ask('post', { path: '/api/help', state: 'limited' }).expect(201);
  const { text: address } = await ask('post', { path: '/api/file/help', state: 'limited' }).expect(201);
  storedName = address.slice(address.lastIndexOf('/') + 1);
  await database.none('insert into blocked_senders (forum_id, address) values ($1, $2)', [forumId, BLOCKED]);
  for (const path of ['/api/help', '/api/comment/help/1001', '/api/vote/help/1001']) {
    await ask('post', { path, fields: TAKEN }).expect(201);
  }
  await service.indexed();
});

afterAll(async () => {
  await service.stop();
  await rm(service.context.config.FORUM_FILES_DIRECTORY, { recursive: true });
});

function limited(context: Context): Context {
  const address = createTokenBuckets({ name: 'once', points: 1, seconds: 86_400 });
  const limits = { reads: { address }, claimed: { post: address, vote: address }, senders: { key: address } };
  return { ...context, rateLimits: { ...context.rateLimits, ...limits } };
}

function failing(context: Context, error: Error): Context {
  const fail = () => Promise.reject(error);
  return { ...context, forums: { ...context.forums, find: fail }, health: createHealth({ database: fail }) };
}

let newcomers = 0;

function ask(
  method: 'get' | 'post',
  { path, query, headers = {}, state = 'normal', fields, body, type = 'application/json' }: Cause,
): supertest.Test {
  const request = apps[state][method](query === undefined ? path : `${path}?${query}`);
  if (state === 'normal' && !query?.startsWith('key=') && method === 'get')
    request.set('Authorization', `Bearer ${key}`);
  if (method === 'get') return request.set(headers);
  if (isFilePost(path)) return askToKeep(request, { query, headers, fields, body, type });
  newcomers += 1;
  const text = `Text ${newcomers}`;
  const post = { ...TAKEN, report_reason: 'It is rude.', text, useremail: `new-${newcomers}@example.com` };
  const sent = fields ?? post;
  return request
    .set('Content-Type', type)
    .set(headers)
    .send(body ?? (type === FORM ? new URLSearchParams(sent).toString() : JSON.stringify(sent)));
}

function askToKeep(
  request: supertest.Test,
  { query, headers = {}, fields, body, type }: Omit<Cause, 'path'>,
): supertest.Test {
  if (!query?.startsWith('key=')) request.set('Authorization', `Bearer ${key}`);
  if (type === 'text/plain') return request.set('Content-Type', type).send('text');
  const sent = body ?? (fields && JSON.stringify(fields));
  if (sent === undefined) return request.attach('file', png(), 'a.png');
  return request.set('Content-Type', 'multipart/form-data; boundary=x').set(headers).send(sent);
}

describe('real responses match the OpenAPI document', () => {
  it.each(OPERATIONS)('$method $path: $status', async ({ method, path, status }) => {
    const cause = CAUSES[status]?.(path);
    if (!cause) throw new Error(`No cause known for a ${status}; add it to CAUSES.`);
    const answer = await ask(method, cause);
    expect(String(answer.status)).toBe(status);
    expect(mistakesOf({ method, path }, answer)).toEqual([]);
  });

  it.each(READS)('$method $path in every format, with and without a key', async ({ method, path }) => {
    const script = await ask(method, { path: `${fill(path)}?callback=show` });
    expect([script.type, mistakesOf({ method, path }, script)]).toEqual(['application/javascript', []]);
    for (const one of [path, path.replace(/json$/, 'xml')])
      expect(mistakesOf({ method, path: one }, await service.get(fill(one)))).toEqual([]);
  });
});

describe('refused forms match it, too', () => {
  it.each(REFUSALS)('$path: $status', async ({ method, path, status }) => {
    const answer = await ask(method, { path, ...CAUSES[status]?.(path), type: FORM });
    // Long addresses are not read at all, and key errors are not for people.
    const isPlain = status === '401' || status === '414';
    // Pages show these errors like validation errors.
    const shown = ['403', '409', '429'].includes(status) ? '400' : status;
    expect([String(answer.status), answer.type]).toEqual([shown, isPlain ? 'text/plain' : 'text/html']);
    expect(mistakesOf({ method, path }, answer)).toEqual([]);
  });
});

describe('an unreadable body', () => {
  it.each(POSTS)('is answered as documented: $path', async ({ method, path }) => {
    for (const body of ['', '{', '[]', '"text"']) {
      const answer = await ask(method, { path: fill(path), body });
      expect([answer.status, answer.text]).toEqual([400, 'Bad Request']);
      expect(mistakesOf({ method, path }, answer)).toEqual([]);
    }
  });
});

describe('an undocumented property', () => {
  it.each(READS)('is detected everywhere: $path', async ({ method, path }) => {
    const { body } = await ask(method, { path: fill(path) });
    const place = { method, path, status: 200, mediaType: 'application/json' };
    expect(validate(place, body)).toEqual([]);
    const spoilt = withUndocumentedMembers(body);
    expect(spoilt.length).toBeGreaterThan(0);
    for (const { at, body: wrong } of spoilt)
      expect([at, validate(place, wrong).length > 0]).toEqual([at, true]);
  });
});
