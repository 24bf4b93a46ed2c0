import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createTokenBuckets } from '@guidepost/http/limits';
import { type Method, type OpenApiDocument, type Operation, pathTemplate } from '@guidepost/openapi';
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
import { createApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { type Context, createContext } from '../../context.ts';
import { deskRoutes } from '../../desk/desk-routes.ts';
import { editionName } from '../../model/knowledge-base.ts';
import { ASSETS } from '../../pages/page.ts';
import { pageRoutes } from '../../pages/page-routes.ts';
import { widgetRoutes } from '../../pages/widget/widget-routes.ts';
import { issueAccessKey } from '../../tenants/access-keys.ts';
import { setLanguages } from '../../tenants/languages.ts';
import { OPERATOR } from '../../testing/content.ts';
import { DISABLED, EXAMPLE, KEYED } from '../../testing/example.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { causeOfWrite, TRANSLATED, TRANSLATION } from '../../testing/write-causes.ts';
import { renameGuide } from '../../writing/drafts/guide-slugs.ts';
import { editGuide } from '../../writing/edit-guide.ts';
import { createApis } from '../api.ts';
import { MEDIA_TYPE } from '../json-api/headers.ts';
import { STRICT_MOUNT } from '../json-api/mount.ts';
import { createOpenApiDocument } from './openapi-document.ts';

describe('the OpenAPI document', () => {
  let service: TestService;
  let context: Context;
  let document: OpenApiDocument;

  beforeAll(async () => {
    service = await startTestService([]);
    context = createContext(readConfig({ KB_DATABASE_URL: service.url, LOG_LEVEL: 'silent' }));
    document = (await service.request.get('/openapi.json')).body;
  });

  afterAll(async () => {
    await context.close();
    await service.stop();
  });

  it('is valid OpenAPI 3.1 with unique names and valid examples', async () => {
    expect(await documentMistakes(document)).toEqual([]);
  });

  it('has all paths except pages, the widget and the desk', () => {
    const described = listOperations(document).map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    const aliases = createApis(context).flatMap(({ mount, routes }) =>
      Object.entries(routes).flatMap(([pattern, { alias }]) => (alias ? [mount.path + pattern] : [])),
    );
    const pages = listRoutes(
      express()
        .use(assetRoutes(ASSETS))
        .use(pageRoutes(context, []))
        .use(widgetRoutes(context))
        .use(deskRoutes(context)),
    );
    const registered = listRoutes(createApp(context))
      .filter((route) => !aliases.some((path) => route.endsWith(` ${path}`)) && !pages.includes(route))
      .map(pathTemplate);
    expect(described.toSorted()).toEqual(registered.toSorted());
  });

  it('has the version of the package and a relative server', () => {
    const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
    expect(document.info.version).toBe(version);
    expect(document.servers.map(({ url }) => url)).toEqual(['/']);
  });
});

describe('the document', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService([]);
  });

  afterAll(() => service.stop());

  describe.each([
    ['/openapi.json', 'application/json'],
    ['/docs', 'text/html; charset=utf-8'],
  ])('%s', (path, contentType) => {
    it.each(['application/vnd.api+json', 'text/html', '*/*', 'nonsense'])(
      'accepts any Accept: %s',
      async (accept) => {
        const answer = await service.request.get(path).set('Accept', accept);
        expect(answer.status).toBe(200);
        expect(answer.headers).toMatchObject({
          'content-type': contentType,
          'cache-control': 'public, no-cache',
          vary: 'Accept-Encoding',
          'x-content-type-options': 'nosniff',
        });
      },
    );

    it('answers 304 to its entity tag', async () => {
      const { headers } = await service.request.get(path);
      expect(headers.etag).toMatch(/^W\/"/);
      const again = await service.request.get(path).set('If-None-Match', String(headers.etag));
      expect([again.status, again.text]).toEqual([304, '']);
    });

    it('answers HEAD as GET, without the body', async () => {
      const got = await service.request.get(path).set('Accept-Encoding', 'identity');
      const head = await service.request.head(path).set('Accept-Encoding', 'identity');
      expect(head.text).toBeFalsy();
      expect({ ...head.headers, date: '' }).toEqual({ ...got.headers, date: '' });
    });

    it('answers preflights and allows scripts of any origin', async () => {
      const preflight = await service.request.options(path);
      expect([preflight.status, preflight.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
      const { headers } = await service.request.get(path).set('Origin', 'https://shop.example');
      expect(headers['access-control-allow-origin']).toBe('*');
    });

    it.each(['post', 'put', 'delete'] as const)('answers 405 to %s', async (method) => {
      const answer = await service.request[method](path);
      expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    });
  });

  describe('S14 the Host header', () => {
    it.each(['/openapi.json', '/docs'])('changes no byte of %s', async (path) => {
      const spoofed = await service.request
        .get(path)
        .set({ Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' });
      expect(spoofed.text).toBe((await service.request.get(path)).text);
    });
  });

  describe('GET /docs', () => {
    let html: string;
    let policy: string;

    beforeAll(async () => {
      const answer = await service.request.get('/docs');
      html = answer.text;
      policy = String(answer.headers['content-security-policy']);
    });

    it('loads nothing from other sites, and allows only its style', () => {
      const addresses = Array.from(html.matchAll(/(?:src|href|action)="([^"]*)"/g), ([, address]) => address);
      expect(addresses.filter((address) => !/^(#|\/openapi\.json$)/.test(address ?? ''))).toEqual([]);
      expect(html).not.toMatch(/<(script|link|img|iframe|object|form)\b|@import|url\(| style=| on[a-z]+=/);
      expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^ ]+'; base-uri 'none'/);
    });

    it('allows only its own style', () => {
      const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
      expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    });

    it('shows every operation with an example, every resource and every error', async () => {
      const { body: document } = await service.request.get('/openapi.json');
      for (const path of Object.keys(document.paths)) {
        for (const { operationId } of Object.values<Operation>(document.paths[path]))
          expect(html).toContain(`<article id="${operationId}"`);
      }
      expect(html.match(/<code>curl /g)).toHaveLength(html.match(/class="operation"/g)?.length ?? 0);
      for (const name of ['KnowledgeBase', 'Guide', 'Category', 'Tag'])
        expect(html).toContain(`id="schema-${name}"`);
      for (const code of ['not_acceptable', 'invalid_parameter', 'internal']) expect(html).toContain(code);
    });

    it('has valid links in its table of contents', () => {
      const targets = new Set(Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id]) => id));
      const led = Array.from(html.matchAll(/href="#([^"]+)"/g), ([, id]) => id);
      expect(led.filter((id) => !targets.has(id))).toEqual([]);
      expect(targets.size).toBe(html.match(/ id="/g)?.length);
    });
  });
});

describe('real answers', () => {
  const APIS = createApis({} as Context);
  const DOCUMENT = createOpenApiDocument(APIS);
  const OPERATIONS = listOperations(DOCUMENT).flatMap(({ method, path, operation }) =>
    Object.keys(operation.responses).map((status) => ({
      method,
      path,
      status,
      isWrite: needsKey(operation),
    })),
  );

  function needsKey({ security }: Operation): boolean {
    return security?.length === 1 && 'accessKey' in (security[0] ?? {});
  }

  const { mistakesOf, validate } = createAnswerValidator(DOCUMENT);

  type State = 'usual' | 'limited' | 'broken' | 'away' | 'slow';

  interface Cause {
    path: string;
    headers?: Record<string, string>;
    state?: State;
    body?: string | Buffer;
  }

  const TOKEN = 'a'.repeat(22);
  const DOWNLOAD = 'b'.repeat(22);

  const STORE_FILE = `
  with file as (
    insert into files (knowledge_base_id, content_hash, token, media_type, path, bytes, name, size)
    select id, sha256('1'), $2, 'image/png', 'image.png', '1'::bytea, null::text, null::integer from knowledge_bases where host = $1
    union all
    select id, sha256('1'), $3, 'application/pdf', 'manual.pdf', '1'::bytea, 'manual.pdf', 1
    from knowledge_bases where host = $1
    returning knowledge_base_id, id
  )
  insert into guide_files (knowledge_base_id, file_id, guide_id) select knowledge_base_id, id, 31 from file`;

  const ONCE = [
    ['get', '/{host}', false],
    ['get', '/{host}', true],
    ['post', '/{host}/guides/{guide}/upvote', false],
  ] as const;

  const IDS: Record<string, number> = { guides: 31, categories: 11, tags: 21 };

  function fill(template: string, { host = EXAMPLE.host, slug = 'install', token = TOKEN } = {}): string {
    return template
      .replace('{host}', host)
      .replace('{slug}', slug)
      .replace('{guide}', slug)
      .replace('{token}/{name}', `${token === TOKEN ? DOWNLOAD : token}/manual.pdf`)
      .replace('{name}', `${token}.png`)
      .replace(/\/(\w+)\/\{id\}/, (_, collection: string) => `/${collection}/${IDS[collection]}`);
  }

  /** Makes an operation answer with a status; each documented status needs one. */
  const CAUSES: Record<string, (template: string) => Cause> = {
    200: (template) => ({ path: fill(template) }),
    301: (template) => ({ path: fill(template, { slug: 'former' }) }),
    304: (template) => ({ path: fill(template), headers: { 'If-None-Match': '*' } }),
    400: (template) => ({ path: `${fill(template)}?page=2` }),
    401: (template) => ({ path: fill(template, KEYED) }),
    403: (template) => ({ path: fill(template, DISABLED) }),
    404: (template) => ({ path: fill(template, { host: 'unknown.example', token: 'x'.repeat(22) }) }),
    406: (template) => ({ path: fill(template), headers: { Accept: 'text/html' } }),
    408: (template) => ({
      path: fill(template),
      headers: { 'Content-Length': '9' },
      body: '{',
      state: 'slow',
    }),
    413: (template) => ({ path: fill(template), body: JSON.stringify('x'.repeat(10_000)) }),
    414: (template) => ({ path: `${fill(template)}?${'X'.repeat(16_000)}` }),
    415: (template) => ({ path: fill(template), body: '{}', headers: { 'Content-Type': 'text/plain' } }),
    429: (template) => ({ path: fill(template), state: 'limited' }),
    500: (template) => ({ path: fill(template), state: 'broken' }),
    503: (template) => ({ path: fill(template), state: 'away' }),
  };

  let service: TestService;
  let context: Context;
  let key: string;
  let apps: Record<State, ReturnType<typeof supertest>>;

  beforeAll(async () => {
    service = await startTestService([EXAMPLE, DISABLED, KEYED]);
    await renameGuide(service.database, OPERATOR, { host: EXAMPLE.host, slug: 'apples', newSlug: 'former' });
    await renameGuide(service.database, OPERATOR, { host: EXAMPLE.host, slug: 'former', newSlug: 'apples' });
    const issued = { host: EXAMPLE.host, name: 'writing', scope: 'write' } as const;
    ({ key } = await issueAccessKey(service.database, OPERATOR, issued));
    await setLanguages(service.database, OPERATOR, { host: EXAMPLE.host, languages: ['en', TRANSLATION] });
    for (const guideId of TRANSLATED) {
      const translation = { host: editionName(EXAMPLE.host, TRANSLATION), guideId, title: 'Traduzido' };
      await editGuide(service.database, OPERATOR, { ...translation, state: 'published' });
    }
    await service.settled(EXAMPLE.host);
    for (const table of ['guides', 'categories', 'tags'])
      await service.database.none('alter table $1~ alter id restart with 1000', [table]);
    context = createContext(readConfig({ KB_DATABASE_URL: service.url, LOG_LEVEL: 'silent' }));
    apps = {
      usual: service.request,
      limited: supertest(createApp(limited())),
      broken: supertest(createApp(failing(new Error('broken')))),
      away: supertest(createApp(failing(new AppError('unavailable', 'Away.')))),
      slow: supertest(createServer(createApp(context)).setTimeout(100, (socket) => socket.setTimeout(100))),
    };
    await service.database.none(STORE_FILE, [EXAMPLE.host, TOKEN, DOWNLOAD]);
    for (const [method, path, withKey] of ONCE) {
      const headers = withKey ? keyed() : {};
      const once = await ask(method, { path: fill(STRICT_MOUNT.path + path), headers, state: 'limited' });
      expect(once.status).toBe(200);
    }
  });

  async function create(collection: string, data: object): Promise<string> {
    const path = `/jsonapi/knowledge/v1/${EXAMPLE.host}/${collection}`;
    const answer = await ask('post', { path, headers: keyed(), body: JSON.stringify({ data }) });
    return answer.body.data.id;
  }

  const keyed = () => ({ Authorization: `Bearer ${key}` });

  /** The cause of a status of an operation that needs a key. */
  async function writeCause(operation: { method: string; path: string; status: string }): Promise<Cause> {
    const { path: template, status } = operation;
    const { path, headers, ...cause } = await causeOfWrite(operation, create);
    const [mount] = template.split('/{host}');
    const host = { 401: EXAMPLE.host, 403: DISABLED.host, 404: 'unknown.example' }[status] ?? EXAMPLE.host;
    const usual = CAUSES[status]?.(template) ?? { path: '' };
    return {
      ...(usual.state === 'slow' && usual),
      ...(usual.state !== undefined && { state: usual.state }),
      ...(usual.state !== 'slow' && cause),
      path: `${mount}/${host}${path}`,
      headers: { ...(status !== '401' && keyed()), ...headers, ...(usual.state === 'slow' && usual.headers) },
    };
  }

  afterAll(async () => {
    await context.close();
    await service.stop();
  });

  function limited(): Context {
    const bucket = () => createTokenBuckets({ name: 'once', points: 1, seconds: 86_400 });
    const once = () => ({ address: bucket(), key: bucket() });
    return { ...context, rateLimits: { ...context.rateLimits, reads: once(), votes: once() } };
  }

  function failing(error: Error): Context {
    const fail = () => Promise.reject(error);
    return {
      ...context,
      knowledgeBases: { ...context.knowledgeBases, find: fail },
      health: createHealth({ database: fail }),
    };
  }

  function ask(method: string, { path, headers = {}, state = 'usual', body }: Cause): supertest.Test {
    const request = apps[state][method as Method](path).set({ Accept: MEDIA_TYPE });
    if (body !== undefined) request.set({ 'Content-Type': MEDIA_TYPE });
    return request.set(headers).send(body);
  }

  describe('responses match the OpenAPI document', () => {
    it('which is the served one', async () => {
      expect((await service.request.get('/openapi.json')).body).toEqual(JSON.parse(JSON.stringify(DOCUMENT)));
    });

    it.each(OPERATIONS)('$method $path: $status', async ({ isWrite, ...operation }) => {
      const { method, path, status } = operation;
      const cause = isWrite ? await writeCause(operation) : CAUSES[status]?.(path);
      if (!cause) throw new Error(`Nothing is known to cause a ${status}: it belongs into CAUSES.`);
      const answer = await ask(method, cause);
      expect(String(answer.status)).toBe(status);
      expect(mistakesOf({ method, path }, answer)).toEqual([]);
    });

    const VARIATIONS = [
      ['', 'include=guides.tags,categories.child_categories,tags'],
      ['', 'include=guides,categories&language=pt-BR'],
      ['/guides', 'include=tags&language=pt'],
      ['/guides/{id}', 'language=pt-BR'],
      ['/guides', 'include=knowledge_base,categories.guides,tags&page[size]=2&sort=-title'],
      ['/guides', 'page[size]=2&page[number]=2&filter[tag]=new'],
      ['/guides', 'filter[tag]=nothing'],
      ['/guides', 'q=install&include=tags'],
      ['/guides', 'fields[guide]=&fields[tag]=name&include=tags'],
      ['/guides/{id}', 'include=knowledge_base,categories,tags'],
      ['/guides/slug/{slug}', 'fields[guide]=title&include=tags.guides'],
      ['/categories', 'include=guides,child_categories'],
      ['/categories/{id}', 'include=knowledge_base.guides'],
      ['/tags', 'include=guides.categories'],
      ['/tags/{id}', 'include=guides'],
    ].flatMap(([below, query]) =>
      APIS.map(({ mount }) => ({ path: `${mount.path}/{host}${below}`, query: query })),
    );

    it.each(APIS)('get a guide by a former slug: $mount.path', async ({ mount }) => {
      const path = `${mount.path}/{host}/guides/slug/{slug}`;
      const answer = await ask('get', { path: fill(path, { slug: 'former' }) });
      expect(answer.status).toBe(301);
      expect(mistakesOf({ method: 'get', path }, answer)).toEqual([]);
    });

    it.each(VARIATIONS)('get $path?$query', async ({ path, query }) => {
      const answer = await ask('get', { path: `${fill(path)}?${query}` });
      expect(answer.status).toBe(200);
      expect(mistakesOf({ method: 'get', path }, answer)).toEqual([]);
    });
  });

  describe('a member that is not documented', () => {
    const described = APIS.flatMap(({ mount }) => [
      [`${mount.path}/{host}`, 'include=guides.categories,tags'],
      [`${mount.path}/{host}/guides`, 'include=knowledge_base,categories,tags'],
      [`${mount.path}/{host}/guides/{id}`, 'include=knowledge_base,categories,tags'],
      [`${mount.path}/{host}/categories`, 'include=guides,child_categories'],
      [`${mount.path}/{host}/tags`, ''],
      [`${mount.path}/{host}/guides`, 'sort=nothing'],
    ]);

    it.each(described)('is found wherever it stands: %s?%s', async (path = '', query = '') => {
      const answer = await ask('get', { path: `${fill(path)}?${query}` });
      const place = { method: 'get', path, status: answer.status, mediaType: MEDIA_TYPE };
      expect(validate(place, answer.body)).toEqual([]);
      const spoilt = withUndocumentedMembers(answer.body);
      expect(spoilt.length).toBeGreaterThan(3);
      for (const { at, body } of spoilt) expect([at, validate(place, body).length > 0]).toEqual([at, true]);
    });
  });
});
