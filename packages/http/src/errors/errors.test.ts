import { AppError, type ErrorKind } from '@guidepost/service-kit';
import { createLogger, createMetrics } from '@guidepost/service-kit/process';
import { describe, expect, it } from '@jest/globals';
import express, { type ErrorRequestHandler, type Response } from 'express';
import request from 'supertest';
import { requestIdOf } from '../server/observe-requests.ts';
import { answerErrors, type FailedRequest, showErrorsBy } from './answer-errors.ts';
import { type HttpError, toHttpError } from './http-error.ts';

describe('toHttpError', () => {
  it.each<[ErrorKind, number]>([
    ['not-acceptable', 406],
    ['unsupported-media-type', 415],
    ['not-found', 404],
    ['method-not-allowed', 405],
    ['disabled', 403],
    ['forbidden', 403],
    ['unauthorized', 401],
    ['invalid', 400],
    ['malformed', 400],
    ['too-large', 413],
    ['uri-too-long', 414],
    ['timeout', 408],
    ['conflict', 409],
    ['precondition-failed', 412],
    ['unprocessable', 422],
    ['rate-limited', 429],
    ['unavailable', 503],
    ['internal', 500],
  ])('answers %s with %d', (kind, status) => {
    expect(toHttpError(new AppError(kind, 'Why.'))).toMatchObject({ status, kind, expected: status < 500 });
  });

  it('keeps message and source', () => {
    const error = new AppError('invalid', 'Too long.', { source: { parameter: 'q' } });
    expect(toHttpError(error)).toMatchObject({ message: 'Too long.', source: { parameter: 'q' } });
  });

  it.each([
    [
      'Allow with a 405',
      new AppError('method-not-allowed', '', { allow: ['GET', 'HEAD'] }),
      { Allow: 'GET, HEAD' },
    ],
    ['an empty Allow when nothing is', new AppError('method-not-allowed', ''), { Allow: '' }],
    ['WWW-Authenticate with a 401', new AppError('unauthorized', ''), { 'WWW-Authenticate': 'Bearer' }],
    ['Retry-After with a 503', new AppError('unavailable', '', { retryAfter: 1.2 }), { 'Retry-After': '2' }],
    ['Retry-After with a 503 that names no time', new AppError('unavailable', ''), { 'Retry-After': '5' }],
    [
      'Retry-After with a 429, in whole seconds and never 0',
      new AppError('rate-limited', '', { retryAfter: 0.01 }),
      { 'Retry-After': '1' },
    ],
    ['Connection with a 408', new AppError('timeout', ''), { Connection: 'close' }],
    ['nothing else', new AppError('not-found', ''), {}],
  ])('sets headers for %s', (_title, error, headers) => {
    expect(toHttpError(error).headers).toEqual(headers);
  });

  it.each([
    ['an error', new Error('select * from secret')],
    ['an AppError of kind internal', new AppError('internal', 'select * from secret')],
    [
      'an error with a status, as clients of other services throw',
      Object.assign(new Error('secret'), { status: 404 }),
    ],
    ['a URIError of our own', new URIError('secret')],
    [
      'an error named as a kind',
      Object.assign(new Error('secret'), { kind: 'not-found', message: 'secret' }),
    ],
    ['a string', 'secret'],
    ['undefined', undefined],
    ['null', null],
  ])('hides the message of %s', (_title, error) => {
    const shown = toHttpError(error);
    expect(shown).toMatchObject({ status: 500, kind: 'internal', expected: false });
    expect(JSON.stringify(shown)).not.toContain('secret');
  });
});

describe('errors of Express and its parsers', () => {
  const showError: ErrorRequestHandler = (error, _request, response, _next) => {
    const { status, kind, message } = toHttpError(error);
    response.status(status).json({ kind, message });
  };
  const app = express()
    .use(express.json({ limit: 100 }), express.urlencoded({ parameterLimit: 2 }))
    .get('/guides/:guide', (_request, response) => void response.end())
    .post('/guides', (_request, response) => void response.end())
    .use(showError);
  const post = () => request(app).post('/guides');

  it.each([
    ['a path that is not UTF-8', () => request(app).get('/guides/%E5'), 404, 'not-found'],
    ['a path with broken percent-encoding', () => request(app).get('/guides/%'), 404, 'not-found'],
    ['a body that is too large', () => post().send({ text: 'a'.repeat(100) }), 413, 'too-large'],
    ['a form of too many fields', () => post().type('form').send('a=1&b=2&c=3'), 413, 'too-large'],
    ['broken JSON', () => post().type('json').send('{"a":'), 400, 'malformed'],
    [
      'an unknown charset',
      () => post().set('Content-Type', 'application/json; charset=x').send('{}'),
      415,
      'unsupported-media-type',
    ],
    [
      'an unknown content coding',
      () => post().type('json').set('Content-Encoding', 'x').send('{}'),
      415,
      'unsupported-media-type',
    ],
  ])('%s has the right status and kind', async (_title, send, status, kind) => {
    const response = await send();
    expect([response.status, response.body.kind]).toEqual([status, kind]);
  });

  it("hides the parser's message", async () => {
    const response = await post().type('json').send('{"key": secret}');
    expect(response.body.message).toBe('The request body cannot be read.');
  });
});

const AWAY = new Error('away');

function represent({ status, kind }: HttpError, { request: { path }, id }: FailedRequest) {
  return {
    status,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ kind, path, id }),
  };
}

function createApp(fail: (response: Response) => unknown, show = represent) {
  const lines: string[] = [];
  const represented: HttpError[] = [];
  const ids: string[] = [];
  const logger = createLogger({
    service: 'test',
    level: 'info',
    stream: { write: (line) => void lines.push(line) },
  });
  const metrics = createMetrics('test');
  const translate = (error: unknown) => (error === AWAY ? new AppError('unavailable', 'Away.') : error);
  const app = express();
  app.get('/fails', (incoming, response) => {
    ids.push(requestIdOf(incoming));
    return fail(response);
  });
  app.use(
    answerErrors({
      logger,
      metrics,
      translate,
      represent(error, failed) {
        represented.push(error);
        return show(error, failed);
      },
    }),
  );
  return { ask: () => request(app).get('/fails'), lines, metrics, represented, ids };
}

function throwing(error: unknown): () => never {
  return () => {
    throw error;
  };
}

describe('a failed request', () => {
  it('is answered as the service represents the error', async () => {
    const { ask, lines } = createApp(throwing(new AppError('not-found', 'Nothing here.')));
    const answer = await ask();
    expect([answer.status, answer.body]).toEqual([404, { kind: 'not-found', path: '/fails' }]);
    expect(lines).toEqual([]);
  });

  it.each([
    ['unavailable', 503, AWAY],
    ['internal', 500, new Error('a defect')],
  ])(
    'is logged, counted and answered with an id when it is a server error: %s',
    async (kind, status, error) => {
      const { ask, lines, metrics, ids } = createApp(throwing(error));
      const answer = await ask();
      expect([answer.status, answer.body]).toEqual([status, { kind, path: '/fails', id: ids[0] }]);
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([
        { msg: 'request failed', requestId: ids[0] },
      ]);
      expect(await metrics.registry.metrics()).toMatch(new RegExp(`^errors_total{kind="${kind}".*} 1$`, 'm'));
    },
  );

  it('is answered with the bare status when the error page fails, which is logged and counted', async () => {
    const { ask, lines, metrics, ids } = createApp(
      throwing(new AppError('rate-limited', 'Later.', { retryAfter: 7 })),
      throwing(new Error('a page that is broken')),
    );
    const { status, text, headers } = await ask();
    expect([status, text, headers['retry-after']]).toEqual([429, '', '7']);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'an error could not be rendered', requestId: ids[0], err: { message: 'a page that is broken' } },
    ]);
    expect(await metrics.registry.metrics()).toMatch(/^errors_total{kind="internal".*} 1$/m);
  });

  it.each([
    ['the innermost renderer', 'inner', 'inner'],
    ['the service if that renderer declines', undefined, '{"kind":"not-found","path":"/fails"}'],
  ])('is rendered by %s', async (_title, inner, body) => {
    const as = (text: string | undefined) => (error: HttpError) =>
      text === undefined ? undefined : { status: error.status, headers: {}, body: text };
    const { ask } = createApp(() =>
      showErrorsBy(as('outer'), () => showErrorsBy(as(inner), throwing(new AppError('not-found', 'Gone.')))),
    );
    const answer = await ask();
    expect([answer.status, answer.text]).toEqual([404, body]);
  });

  it('is aborted when part of the response has been sent', async () => {
    const { ask, represented } = createApp((response) => {
      response.writeHead(200, { 'Content-Length': 10 }).write('half');
      throw AWAY;
    });
    await expect(ask()).rejects.toThrow();
    expect(represented).toEqual([]);
  });
});
