import { describe, expect, it } from '@jest/globals';
import express, { type ErrorRequestHandler } from 'express';
import request from 'supertest';
import { toHttpError } from '../errors/http-error.ts';
import { readForm } from './read-form.ts';

const FORM = 'application/x-www-form-urlencoded';

const showError: ErrorRequestHandler = (error, _request, response, _next) => {
  const { status, kind } = toHttpError(error);
  response.status(status).json(kind);
};

const app = express()
  .post('/', async (message, response) => {
    response.json([...(await readForm(message, 20)).entries()]);
  })
  .use(showError);

function send(body: string | Buffer, type = FORM): request.Test {
  return (
    request(app)
      .post('/')
      .set('Content-Type', type)
      // Superagent would encode it otherwise.
      .serialize((text) => text)
      .send(body as string)
  );
}

describe('readForm', () => {
  it.each([
    [
      'fields',
      'a=1&b=%C3%A5+%2B',
      [
        ['a', '1'],
        ['b', 'å +'],
      ],
    ],
    ['the first of repeated fields', 'a=1&a=2', [['a', '1']]],
    ['__proto__ as a field like any other (S19)', '__proto__=1', [['__proto__', '1']]],
    ['nothing', '', []],
    ['as many bytes as are allowed', `a=${'1'.repeat(18)}`, [['a', '1'.repeat(18)]]],
  ])('reads %s', async (_title, body, fields) => {
    expect((await send(body)).body).toEqual(fields);
  });

  it.each([
    ['U+0000 (S28)', 'a=%00'],
    ['broken percent-encoding', 'a=%'],
    ['an encoded lone surrogate (S28)', 'a=%ED%A0%80'],
    ['Latin-1 (S28)', Buffer.from('a=å', 'latin1')],
    ['encoded Latin-1', 'a=%E5'],
  ])('throws malformed for %s', async (_title, body) => {
    const answer = await send(body);
    expect([answer.status, answer.body]).toEqual([400, 'malformed']);
  });

  it('throws too-large for more bytes than are allowed', async () => {
    expect((await send(`a=${'1'.repeat(19)}`)).status).toBe(413);
  });

  it.each([FORM.toUpperCase(), ` ${FORM} `])('accepts the type "%s"', async (type) => {
    expect((await send('a=1', type)).status).toBe(200);
  });

  it.each([
    'multipart/form-data; boundary=x',
    'text/plain',
    'application/json',
    `${FORM}; charset=latin1`,
    `${FORM},x`,
  ])('throws unsupported-media-type for "%s" (S20)', async (type) => {
    expect((await send('a=1', type)).status).toBe(415);
  });
});
