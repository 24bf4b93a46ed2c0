import { AppError, createLogger, createMetrics } from '@guidepost/service-kit';
import { describe, expect, it } from '@jest/globals';
import express, { type Response } from 'express';
import request from 'supertest';
import { requestIdOf } from '../observation/request-id.ts';
import { answerErrors } from './answer-errors.ts';
import type { HttpError } from './http-error.ts';
import { type FailedRequest, showErrorsBy } from './shown-error.ts';

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
