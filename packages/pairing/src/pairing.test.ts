import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { answerQuestion } from './answer-question.ts';
import { createPair } from './pair.ts';
import { readPairSettings } from './pair-variables.ts';
import { type PairAnswers, sign } from './protocol.ts';
import { isInTime, readTicket, signTicket, type Ticket } from './tickets.ts';

const SECRET = 'a secret of more than 32 characters';

const ANSWERS: PairAnswers = {
  about: async () => ({ version: '0.2.0', desk: 'http://localhost:4020' }),
  tenants: async ({ email }) => ({ tenants: [{ key: email, name: 'Acme', language: 'en' }] }),
  addresses: async () => ({ addresses: {} }),
  session: async ({ id }) => ({ open: id === 7 }),
  invite: async () => ({ outcome: 'refused' }),
};

let url: string;
let answer: RequestListener;
let server: ReturnType<typeof createServer>;

/** As the other service answers. */
const truth =
  (
    change: { secret?: string; service?: 'kb' | 'forum'; at?: number; protocol?: number } = {},
  ): RequestListener =>
  async (request, response) => {
    const { secret = SECRET, service = 'forum', ...claims } = change;
    let body = Buffer.concat(await request.toArray()).toString();
    let signature = String(request.headers['guidepost-signature']);
    if (Object.keys(claims).length > 0) {
      body = JSON.stringify({ ...JSON.parse(body), ...claims });
      signature = sign(secret, 'question', body);
    }
    try {
      const answered = await answerQuestion({ service, secret, answers: ANSWERS }, { body, signature });
      // The signature of the answer is for the question as it arrived.
      response.setHeader('guidepost-signature', answered.signature).end(answered.body);
    } catch {
      response.writeHead(403).end('{}');
    }
  };

beforeEach(async () => {
  server = createServer((...sent) => answer(...sent));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  answer = truth();
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const pair = () => createPair('kb', { url, secret: SECRET });

describe('a question', () => {
  it('is answered by the other service', async () => {
    expect(await pair().ask('about', {})).toEqual({ version: '0.2.0', desk: 'http://localhost:4020' });
    expect(await pair().ask('tenants', { email: 'a@example.com' })).toMatchObject({
      tenants: [{ key: 'a@example.com' }],
    });
    expect(await pair().isOpen({ id: 7, email: 'a@example.com' })).toBe(true);
    expect(await pair().isOpen({ id: 8, email: 'a@example.com' })).toBe(false);
  });

  it.each<[string, () => RequestListener, string]>([
    ['has another secret', () => truth({ secret: 'x'.repeat(40) }), 'has another PAIR_SECRET'],
    ['is of the same kind', () => truth({ service: 'kb' }), 'leads to this service'],
    ['is another program', () => (_, response) => response.end('<h1>It works!</h1>'), 'something else'],
    ['is missing', () => (_, response) => response.writeHead(404).end(), 'status 404'],
    ['redirects', () => (_, response) => response.writeHead(302, { Location: url }).end(), 'does not answer'],
    ['ends the connection', () => (request) => request.socket.destroy(), 'does not answer'],
    [
      'answers another question',
      () => (_, response) =>
        response.setHeader('guidepost-signature', sign(SECRET, 'answer', 'other')).end('{"answer":{}}'),
      'something else',
    ],
    [
      'answers without end',
      () => (_, response) => {
        const write = () => {
          while (response.write('a'.repeat(100_000)));
          response.once('drain', write);
        };
        write();
      },
      'without end',
    ],
  ])('fails with a reason if the other service %s', async (_, listener, reason) => {
    answer = listener();
    await expect(pair().ask('about', {})).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining(reason),
    });
  });

  it.each([
    ['sent an hour ago', { at: Date.now() - 3_600_000 }, { refused: 'other clock' }],
    ['sent in an hour', { at: Date.now() + 3_600_000 }, { refused: 'other clock' }],
    ['of another release', { protocol: 2 }, { refused: 'other protocol' }],
    ['that is not known', { ask: 'everything' }, { refused: 'other protocol' }],
    ['that every object has', { ask: 'toString' }, { refused: 'other protocol' }],
  ])('%s is refused', async (_, claims, expected) => {
    const body = JSON.stringify({ protocol: 1, from: 'kb', at: Date.now(), ask: 'about', ...claims });
    const signature = sign(SECRET, 'question', body);
    const answered = await answerQuestion(
      { service: 'forum', secret: SECRET, answers: ANSWERS },
      { body, signature },
    );
    expect(JSON.parse(answered.body)).toEqual(expected);
  });

  it.each([undefined, '', 'x', sign('other', 'question', '{}'), sign(SECRET, 'answer', '{}')])(
    'with the signature %s is not read',
    async (signature) => {
      const options = { service: 'forum', secret: SECRET, answers: ANSWERS } as const;
      await expect(answerQuestion(options, { body: '{}', signature })).rejects.toMatchObject({
        kind: 'forbidden',
      });
    },
  );
});

describe('a ticket', () => {
  const TICKET: Ticket = {
    from: 'kb',
    to: 'forum',
    desk: 'http://localhost:4010',
    email: 'eva@example.com',
    session: 7,
    host: 'help.example.com',
    slug: 'acme',
  };

  it('is read with the same secret, and no two are alike', () => {
    const made = signTicket(SECRET, TICKET);
    expect(readTicket(SECRET, made)).toMatchObject(TICKET);
    expect(signTicket(SECRET, TICKET)).not.toBe(made);
  });

  it.each([
    ['empty', () => ''],
    ['made with another secret', () => signTicket('x'.repeat(40), TICKET)],
    ['changed', () => signTicket(SECRET, TICKET).replace(/^./, 'X')],
    ['without a signature', () => signTicket(SECRET, TICKET).split('.')[0] ?? ''],
    ['with something behind it', () => `${signTicket(SECRET, TICKET)}.x`],
    ['too long', () => 'a'.repeat(1_000_000)],
    ['a signed question', () => `e30.${sign(SECRET, 'question', 'e30')}`],
  ])('that is %s is refused', (_, ticket) => {
    expect(() => readTicket(SECRET, ticket())).toThrow('PAIR_SECRET');
  });

  it.each([
    [0, true],
    [30_000, true],
    [30_001, false],
    [-5_000, true],
    [-5_001, false],
  ])('is good for 30 seconds: after %s ms %s', (age, expected) => {
    const made = signTicket(SECRET, TICKET, 1_000_000);
    expect(isInTime(readTicket(SECRET, made, 1_000_000 + age))).toBe(expected);
  });
});

it.each([
  [{}, undefined],
  [
    { PAIR_URL: 'http://forum:4020/', PAIR_SECRET: SECRET },
    { url: 'http://forum:4020', secret: SECRET },
  ],
])('settings are read: %j', (config, expected) => expect(readPairSettings(config)).toEqual(expected));

it.each([
  [{ PAIR_URL: 'http://forum:4020' }, 'PAIR_SECRET is not set'],
  [{ PAIR_SECRET: SECRET }, 'PAIR_URL is not set'],
])('half of the settings is a mistake: %j', (config, message) =>
  expect(() => readPairSettings(config)).toThrow(message),
);
