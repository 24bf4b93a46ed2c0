import { AppError } from '@guidepost/service-kit';
import { describe, expect, it } from '@jest/globals';
import express, { type ErrorRequestHandler } from 'express';
import request from 'supertest';
import { toHttpError } from './errors/http-error.ts';
import { preflight } from './origins.ts';
import { type AnswerRequest, refuseUnknownPath, resourcesOn } from './resources.ts';
import { createRouter, limitUri } from './server/service-app.ts';

const saying =
  (word: string): AnswerRequest =>
  async ({ query }) => {
    if (query.key === 'bad') throw new AppError('unauthorized', 'Invalid access key.');
    return { status: 200, headers: { 'X-Said': word }, body: word };
  };

const showError: ErrorRequestHandler = (error, _request, response, _next) => {
  const { status, kind, headers } = toHttpError(error);
  response.set(headers).status(status).end(kind);
};

function createApp() {
  const router = createRouter();
  const resource = resourcesOn(router, {
    preflight: (methods) => preflight({ methods, allowedHeaders: ['Accept'] }),
  });
  resource('/guides', { get: saying('list') });
  resource('/guides/new', { post: saying('created') });
  resource<{ guide: string }>('/guides/:guide', {
    async get(incoming, response) {
      response.end(incoming.params.guide);
      return undefined;
    },
    post: saying('posted'),
  });
  resource('/guides/:guide/tags', { patch: saying('changed'), delete: saying('deleted') });
  const app = express().enable('case sensitive routing');
  return app.use(limitUri(100)).use('/v1', router).use(refuseUnknownPath).use(showError);
}

const app = createApp();

describe('the order of checks', () => {
  it.each([
    ['path before method', 'DELETE', '/v1/nowhere?key=bad', 404, 'not-found'],
    ['path before the handler’s checks', 'GET', '/v1/nowhere?key=bad', 404, 'not-found'],
    ['method before the handler’s checks', 'DELETE', '/v1/guides?key=bad', 405, 'method-not-allowed'],
    ['the handler’s checks last', 'GET', '/v1/guides?key=bad', 401, 'unauthorized'],
    ['the length of the target first', 'DELETE', `/v1/nowhere?${'a'.repeat(100)}`, 414, 'uri-too-long'],
  ])('%s', async (_title, method, path, status, kind) => {
    const response = await request(app)[method === 'GET' ? 'get' : 'delete'](path);
    expect([response.status, response.text]).toEqual([status, kind]);
  });
});

describe('the methods of a path', () => {
  it.each([
    ['/v1/guides', 'GET, HEAD, OPTIONS'],
    ['/v1/guides/new', 'POST, OPTIONS'],
    ['/v1/guides/7', 'GET, HEAD, POST, OPTIONS'],
    ['/v1/guides/7/tags', 'PATCH, DELETE, OPTIONS'],
  ])('%s lists its methods in a 405', async (path, allow) => {
    const response = await request(app).put(path);
    expect([response.status, response.headers.allow]).toEqual([405, allow]);
  });

  it.each(['get', 'head'] as const)('a path that only supports POST refuses %s', async (method) => {
    expect((await request(app)[method]('/v1/guides/new')).status).toBe(405);
  });

  it.each(['patch', 'delete'] as const)('%s reaches its handler', async (method) => {
    expect((await request(app)[method]('/v1/guides/7/tags')).text).toBe(
      `${method}d`.replace('patchd', 'changed'),
    );
  });

  it('HEAD works wherever GET does', async () => {
    const response = await request(app).head('/v1/guides');
    expect([response.status, response.headers['x-said']]).toEqual([200, 'list']);
  });

  it('OPTIONS is answered 204 without calling a handler', async () => {
    const response = await request(app).options('/v1/guides/7?key=bad');
    expect(response.status).toBe(204);
    expect(response.headers).toMatchObject({
      allow: 'GET, HEAD, POST, OPTIONS',
      'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
      'access-control-allow-headers': 'Accept',
    });
    expect(response.headers).not.toHaveProperty('x-said');
  });

  it('OPTIONS on an unknown path is a 404', async () => {
    expect((await request(app).options('/v1/nowhere')).status).toBe(404);
  });
});

describe('paths', () => {
  it.each([
    ['/v1/guides', 200],
    ['/v1/guides/', 200],
    ['/v1/guides//', 404],
    ['/v1//guides', 404],
    ['/v1/Guides', 404],
    ['/V1/guides', 404],
    ['/guides', 404],
    ['/', 404],
    ['/v1/guides/%E5', 404],
    ['/v1/guides/%', 404],
  ])('%s: %d (case matters, one trailing slash does not)', async (path, status) => {
    expect((await request(app).get(path)).status).toBe(status);
  });

  it('of a strict router do not match with a trailing slash', async () => {
    const router = createRouter({ strict: true });
    resourcesOn(router, { preflight: () => ({ status: 204, headers: {} }) })('/a.png', {
      get: saying('picture'),
    });
    const files = express().use(router).use(refuseUnknownPath).use(showError);
    expect((await request(files).get('/a.png')).status).toBe(200);
    expect((await request(files).get('/a.png/')).status).toBe(404);
  });

  it('percent-decodes parameters', async () => {
    expect((await request(app).get('/v1/guides/a%2Fb')).text).toBe('a/b');
  });
});

describe('limitUri', () => {
  it.each([
    [100, 404],
    [101, 414],
  ])('a target of %d bytes with a limit of 100 gets %d', async (bytes, status) => {
    expect((await request(app).get(`/?${'a'.repeat(bytes - 2)}`)).status).toBe(status);
  });
});
