import { AppError, type ErrorKind } from '@guidepost/service-kit';
import { describe, expect, it } from '@jest/globals';
import express, { type ErrorRequestHandler } from 'express';
import request from 'supertest';
import { toHttpError } from './http-error.ts';

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
