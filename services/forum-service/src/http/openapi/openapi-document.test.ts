import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareFileDirectory } from '@guidepost/files';
import { png } from '@guidepost/files/testing';
import { createTokenBuckets } from '@guidepost/http/limits';
import { type MediaType, type Method, type OpenApiDocument, pathTemplate } from '@guidepost/openapi';
import {
  createAnswerValidator,
  documentMistakes,
  listOperations,
  listRoutes,
  withUndocumentedMembers,
} from '@guidepost/openapi/testing';
import { assetRoutes } from '@guidepost/pages';
import { AppError, createHealth } from '@guidepost/service-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import supertest from 'supertest';
import { createApp, createListener } from '../../app.ts';
import type { Context } from '../../context.ts';
import { pageRoutes } from '../../pages/page-routes.ts';
import { ASSETS } from '../../pages/represent-page.ts';
import { servicePageRoutes } from '../../pages/service/service-page-routes.ts';
import { writeComments, writeDialogs, writeForum, writeKey } from '../../testing/content.ts';
import { COMMENT, DIALOG } from '../../testing/posts.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { memberForms } from '../forms/member-forms.ts';
import { logoRoutes } from '../logo-routes.ts';
import { createRoutes } from '../routes.ts';
import { createOpenApiDocument } from './openapi-document.ts';

describe('the document', () => {
  let service: TestService;
  let document: OpenApiDocument;

  beforeAll(async () => {
    service = await startTestService();
    document = (await service.get('/openapi.json').expect(200)).body;
  });

  afterAll(() => service.stop());

  /** Content of a successful read, by media type. */
  function contentOf(path: string): Record<string, MediaType> {
    const success = document.paths[path]?.get?.responses['200'];
    return success && 'content' in success ? (success.content ?? {}) : {};
  }

  describe('the OpenAPI document of the forum', () => {
    it('is valid OpenAPI 3.1, has unique names, and examples that match their schemas', async () => {
      expect(await documentMistakes(document)).toEqual([]);
    });

    it('lists everything the service accepts, and nothing else', () => {
      const described = listOperations(document).map(({ method, path }) => `${method.toUpperCase()} ${path}`);
      const isRead = (route: string) =>
        /^(GET|PATCH|DELETE) .api.(?!avatar|file|[{]slug[}].js-endpoint)/.test(route);
      const { context } = service;
      const forms = memberForms(context, createRoutes(context));
      const pages = listRoutes(
        express()
          .use(assetRoutes(ASSETS))
          .use(logoRoutes(context))
          .use(pageRoutes(context, forms))
          .use(servicePageRoutes(context)),
      );
      const registered = listRoutes(createApp(context))
        .filter((route) => !pages.includes(route) && !/^\w+ .desk\b/.test(route))
        .map(pathTemplate)
        .flatMap((route) => (isRead(route) ? [`${route}.json`, `${route}.xml`] : route));
      expect(described.toSorted()).toEqual(registered.toSorted());
    });

    it.each([
      ['/api/{slug}.json', 'array', 'Dialog'],
      ['/api/{slug}/{topics}.json', 'array', 'Dialog'],
      ['/api/popular/{slug}.json', 'array', 'Dialog'],
      ['/api/search/{slug}/{query}.json', 'array', 'Dialog'],
      ['/api/tag/{slug}/{tags}.json', 'array', 'Dialog'],
      ['/api/comment/{slug}/{id}.json', 'array', 'Comment'],
      ['/api/taglist/{slug}.json', 'array', 'Tag'],
      ['/api/properties/{slug}.json', 'array', 'Properties'],
      ['/api/dialog/{slug}/{id}.json', undefined, 'Dialog'],
      ['/api/comment/{slug}/{dialog}/{id}.json', undefined, 'Comment'],
      ['/api/reports/{slug}.json', 'array', 'Report'],
      ['/api/addresses/{slug}.json', 'array', 'Address'],
    ])('%s returns one media type, for generated types', (path, type, record) => {
      const { 'application/json': json, ...others } = contentOf(path);
      const items = { $ref: `#/components/schemas/${record}` };
      expect(json?.schema).toEqual(type === 'array' ? { type, items } : items);
      expect(Object.entries(others).map(([name, { schema }]) => [name, schema.type])).toEqual([
        ['application/javascript', 'string'],
      ]);
      const xml = contentOf(path.replace('.json', '.xml'));
      expect(Object.keys(xml)).toEqual(['text/xml']);
    });

    it('allows callbacks with JSON only', () => {
      const taking = listOperations(document).filter(({ operation }) =>
        JSON.stringify(operation.parameters ?? []).includes('/callback"'),
      );
      expect(taking.length).toBeGreaterThan(0);
      expect(taking.map(({ path }) => path).filter((path) => !path.endsWith('.json'))).toEqual([]);
    });

    it('documents the weights of popularity, and that a known sort has no effect', () => {
      const { get } = document.paths['/api/popular/{slug}.json'] ?? {};
      expect(get?.description).toContain('half-life of 30 days');
      expect(JSON.stringify(get?.parameters)).toContain('Has no effect');
    });

    it('S14 is the same whatever Host says, and names no host', async () => {
      for (const path of ['/openapi.json', '/docs']) {
        const spoofed = await service
          .get(path)
          .set({ Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' });
        expect(spoofed.text).toBe((await service.get(path)).text);
      }
      expect(document.servers.map(({ url }) => url)).toEqual(['/']);
    });
  });

  describe('GET /docs', () => {
    it('shows every operation and record, without scripts or external resources', async () => {
      const { text, headers } = await service.get('/docs').expect(200);
      for (const { operation } of listOperations(document)) {
        expect(text).toContain(`<article id="${operation.operationId}"`);
      }
      for (const name of ['Dialog', 'Comment', 'User', 'Tag', 'Properties', 'Report', 'Address']) {
        expect(text).toContain(`id="schema-${name}"`);
      }
      expect(text).not.toMatch(/<(script|link|img|iframe|object|form)\b|@import|url\(| style=| on[a-z]+=/);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^ ]+';/);
    });
  });
});

describe('real answers', () => {
  // These routes are never called; they only list what to test.
  const DOCUMENT = createOpenApiDocument(createRoutes({} as Context));
  const OPERATIONS = listOperations(DOCUMENT).flatMap(({ method, path, operation }) =>
    Object.keys(operation.responses).map((status) => ({ method, path, status })),
  );
  type Operation = (typeof OPERATIONS)[number];
  const isChange = ({ method, path }: Pick<Operation, 'method' | 'path'>) =>
    method === 'patch' ||
    method === 'delete' ||
    (method === 'post' && /\/(merge|undelete|purge)$|^\/api\/addresses\//.test(path));
  /** Attributes that only keys that may write read. */
  const isForEditors = (path: string) => /^\/api\/(reports|addresses)\//.test(path);
  const CHANGES = OPERATIONS.filter(isChange);
  const OTHERS = OPERATIONS.flatMap(({ method, path, status }) =>
    (method === 'get' || method === 'post') && !isChange({ method, path }) ? [{ method, path, status }] : [],
  );
  const READS = OTHERS.filter(
    ({ path, status, method }) => method === 'get' && /^\/api\/.*[.]json$/.test(path) && status === '200',
  );

  const POSTS = OTHERS.filter(({ status }) => status === '201');
  const FORM = 'application/x-www-form-urlencoded';
  const isFilePost = (path: string) => path.startsWith('/api/file/');

  /** Posts, without those that a form never returns. */
  const REFUSALS = OTHERS.filter(
    ({ method, path, status }) =>
      method === 'post' && status >= '400' && status !== '415' && !isFilePost(path),
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
    301: (path) => ({ path: fill(path).replace('/1001', '/1999') }),
    303: (path) => ({ path: fill(path), type: FORM }),
    304: (path) => ({ path: fill(path), headers: { 'If-None-Match': '*' } }),
    // Files have no JSONP.
    400: (path) => ({
      path: fill(path),
      query: path.startsWith('/api/file/') ? '_=%' : 'callback=alert(1)',
      fields: {},
    }),
    401: (path) => ({ path: fill(path), query: 'key=unknown' }),
    403: (path) => ({
      path: fill(path),
      headers: { 'X-Forwarded-For': BLOCKED },
      query: isForEditors(path) ? `key=${postKey}` : undefined,
    }),
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
    429: (path) => ({
      path: fill(path),
      state: 'limited',
      query: isForEditors(path) ? `key=${key}` : undefined,
    }),
    500: (path) => ({ path: fill(path), state: 'broken' }),
    503: (path) => ({ path: fill(path), state: 'unavailable' }),
  };

  const TAKEN = { ...DIALOG, ...COMMENT };

  let service: TestService;
  /** May write. */
  let key: string;
  let postKey: string;
  let forumId: number;
  let apps: Record<State, ReturnType<typeof supertest>>;

  beforeAll(async () => {
    const directory = await mkdtemp(join(tmpdir(), 'guidepost-files-'));
    await prepareFileDirectory(directory, 'FORUM_FILES_DIRECTORY');
    service = await startTestService({
      RATE_LIMITS: 'off',
      TRUSTED_PROXIES: '127.0.0.1',
      FORUM_FILES_DIRECTORY: directory,
    });
    const { database, context } = service;
    forumId = await writeForum(database, { slug: 'help' });
    key = await writeKey(database, forumId, { scope: 'write' });
    postKey = await writeKey(database, forumId, { name: 'posts' });
    await writeDialogs(database, forumId, [
      { id: 1001, tags: ['urgent'], state: 'answered', work_title: 'Support' },
      { id: 1002, topic: 'P' },
      { id: 1003, held: true },
    ]);
    await writeComments(database, forumId, [{ id: 1011, dialog_id: 1001, is_org_reply: true }]);
    await database.none('insert into merged_dialogs (forum_id, id, dialog_id) values ($1, 1999, 1001)', [
      forumId,
    ]);
    await writeReport(1001, 1001);
    await writeAddress(1001);
    apps = {
      normal: service.request,
      limited: supertest(createApp(limited(context))),
      broken: supertest(createApp(failing(context, new Error('broken')))),
      unavailable: supertest(createApp(failing(context, new AppError('unavailable', 'Away.')))),
      // Repeatedly, since it can stall while the request is admitted.
      slow: supertest(
        createServer(createListener(context)).setTimeout(100, (socket) => socket.setTimeout(100)),
      ),
    };
    // Uses up each limit: a read and a post by address, and a post by key.
    await ask('get', { path: '/api/help.json', state: 'limited' }).expect(200);
    await ask('get', { path: '/api/reports/help.json', query: `key=${key}`, state: 'limited' }).expect(200);
    await ask('post', { path: '/api/help', state: 'limited' }).expect(201);
    const { text: address } = await ask('post', { path: '/api/file/help', state: 'limited' }).expect(201);
    storedName = address.slice(address.lastIndexOf('/') + 1);
    await database.none('insert into blocked_senders (forum_id, address) values ($1, $2)', [
      forumId,
      BLOCKED,
    ]);
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
    const limits = {
      reads: { address, key: createTokenBuckets({ name: 'key', points: 1, seconds: 86_400 }) },
      claimed: { post: address, vote: address },
      senders: { key: address },
    };
    return { ...context, rateLimits: { ...context.rateLimits, ...limits } };
  }

  function failing(context: Context, error: Error): Context {
    const fail = () => Promise.reject(error);
    return {
      ...context,
      forums: { ...context.forums, find: fail },
      health: createHealth({ database: fail }),
    };
  }

  let newcomers = 0;

  function ask(
    method: Method,
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
    it.each(OTHERS)('$method $path: $status', async ({ method, path, status }) => {
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

  async function writeReport(id: number, dialogId: number): Promise<void> {
    await service.database.none(
      `insert into reports (forum_id, id, dialog_id, reporter, poster_id, author_name, reason)
       overriding system value values ($1, $2, $3, random_hash(), 1001, 'Bo', 'Rude')`,
      [forumId, id, dialogId],
    );
  }

  /** An address that leads to the dialog with its number. */
  async function writeAddress(id: number): Promise<void> {
    await service.database.none(
      `insert into addresses (forum_id, id, address, dialog_id, made_by, made_with) overriding system value
       values ($1, $2, '/old/' || $2, $2, 'Eva', 'api')`,
      [forumId, id],
    );
  }

  let changed = 2000;

  /** A path with a dialog, comment, report or address that nothing else needs. */
  async function fillForChange(template: string, slug: string): Promise<string> {
    changed += 10;
    const [dialog, comment] = [changed, changed + 1];
    await writeDialogs(service.database, forumId, [{ id: dialog }]);
    await writeComments(service.database, forumId, [{ id: comment, dialog_id: dialog }]);
    await writeReport(dialog, dialog);
    await writeAddress(dialog);
    if (/\/(undelete|purge)$/.test(template)) await deletePost(template, dialog, comment);
    return template
      .replace('{slug}', slug)
      .replace('{dialog}/{id}', `${dialog}/${comment}`)
      .replace('{id}', String(dialog));
  }

  async function deletePost(template: string, dialog: number, comment: number): Promise<void> {
    const address = template.includes('/comment/')
      ? `comment/help/${dialog}/${comment}`
      : `dialog/help/${dialog}`;
    await apps.normal.delete(`/api/${address}.json`).set('Authorization', `Bearer ${key}`).expect(204);
  }

  /** Bodies of changes that succeed, and that are conflicts. */
  const BODIES: [part: string, body: object, conflict: object][] = [
    ['/merge', { into: 1002 }, { into: 1003 }],
    ['/undelete', {}, {}],
    ['/purge', {}, {}],
    ['/comment/', { is_org_reply: true }, { held: true }],
    ['/reports/', { resolved: true }, { resolved: false }],
    ['/addresses/', { address: '/new', to: '/1002' }, { address: '/1001', to: '/1002' }],
    ['/dialog/', { state: 'answered' }, TAKEN],
  ];

  async function askToChange({ method, path, status }: Operation): Promise<supertest.Response> {
    const [, body, conflict] = BODIES.find(([part]) => path.includes(part)) ?? [];
    const states: Record<string, State> = { 408: 'slow', 429: 'limited', 500: 'broken', 503: 'unavailable' };
    const queries: Record<string, string> = { 400: '_=%', 414: 'X'.repeat(16_000) };
    const bodies: Record<string, unknown> = { 408: '{', 409: conflict, 413: `"${'x'.repeat(256_000)}"` };
    const sent = method === 'delete' ? undefined : (bodies[status] ?? body);
    const address = await fillForChange(path, status === '404' ? 'vote' : 'help');
    const send = () => {
      const request = apps[states[status] ?? 'normal'][method as 'patch'](
        queries[status] === undefined ? address : `${address}?${queries[status]}`,
      );
      if (status !== '401') request.set('Authorization', `Bearer ${status === '403' ? postKey : key}`);
      if (sent === undefined) return request;
      request.set('Content-Type', status === '415' ? 'text/plain' : 'application/json');
      if (status === '408') request.set('Content-Length', '9');
      return request.send(typeof sent === 'string' ? sent : JSON.stringify(sent));
    };
    if (status === '429') await send();
    if (status === '409' && path.includes('/reports/'))
      await apps.normal
        .patch(address)
        .set('Authorization', `Bearer ${key}`)
        .send({ resolved: true })
        .expect(200);
    // The path of a page that readers see.
    if (status === '409' && path.includes('/addresses/'))
      await service.database.none(
        "update addresses set address = '/' || id where id > 2000 and dialog_id = id",
      );
    return send();
  }

  describe('answers to changes match it, too', () => {
    it.each(CHANGES)('$method $path: $status', async (operation) => {
      const answer = await askToChange(operation);
      expect(String(answer.status)).toBe(operation.status);
      expect(mistakesOf(operation, answer)).toEqual([]);
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
});
