import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, newMark, type Sent } from './ledger.ts';

export interface Clients {
  /** Rejects when a step does. */
  ended: Promise<unknown>;
  stop(): Promise<void>;
}

/**
 * Clients who each take one step after the other until they are stopped.
 * @param rest milliseconds between two steps, at most
 */
export function startClients(
  count: number,
  step: (client: number, turn: number) => Promise<unknown>,
  rest = 0,
): Clients {
  let stopped = false;
  const work = async (client: number) => {
    for (let turn = 0; !stopped; turn += 1) {
      await step(client, turn);
      if (rest > 0) await pause(Math.random() * rest);
    }
  };
  const ended = Promise.all(Array.from({ length: count }, (_, client) => work(client)));
  ended.catch(() => {}); // prevents an unhandled rejection until it is awaited
  return {
    ended,
    async stop() {
      stopped = true;
      await ended;
    },
  };
}

/** The requests that are sent, one after the other. */
export interface Traffic {
  kindOf(number: number): string;
  send(sent: Sent): Promise<Answer>;
}

export interface Posting {
  sent: Sent[];
  stop(): Promise<void>;
}

const TICK = 5;
const LONGEST_WAIT = 30_000;

/** @param rate posts a second, sent whether or not others have been answered */
export function startPosting({ kindOf, send }: Traffic, rate: number): Posting {
  const sent: Sent[] = [];
  const pending = new Set<Promise<void>>();
  const stopping = new AbortController();
  const began = performance.now();

  async function post(number: number): Promise<void> {
    const kind = kindOf(number);
    const record: Sent = { kind, mark: newMark(), at: performance.now(), answeredAt: 0, outcome: '' };
    sent.push(record);
    try {
      const { status, body } = await send(record);
      record.outcome = status;
      if (kind === 'file' && status === 201) record.path = new URL(body).pathname;
    } catch (error) {
      const { code, name } = error as NodeJS.ErrnoException;
      record.outcome = code ?? name;
    }
    record.answeredAt = performance.now();
  }

  const working = (async () => {
    for (let number = 0; !stopping.signal.aborted; await pause(TICK)) {
      const due = ((performance.now() - began) * rate) / 1_000;
      for (; number < due; number += 1) {
        const posting = post(number).finally(() => pending.delete(posting));
        pending.add(posting);
      }
    }
  })();
  return {
    sent,
    async stop() {
      stopping.abort();
      await working;
      await Promise.all(pending);
    },
  };
}

const agent = new Agent({ keepAlive: true });

/** Not `fetch`, which stalls after thousands of refused connections. */
export async function request(
  url: string,
  content: string,
  { method = 'POST', headers }: { method?: string; headers: Record<string, string> },
): Promise<Answer> {
  const signal = AbortSignal.timeout(LONGEST_WAIT);
  const length = { 'Content-Length': String(Buffer.byteLength(content)) };
  const sending = httpRequest(url, { method, agent, headers: { ...headers, ...length }, signal });
  sending.end(content);
  const [answer] = (await once(sending, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, body: await text(answer) };
}

const ATTEMPTS = 10;
const BUSY_MILLISECONDS = 500;

/**
 * Sends again what a service is too busy for: on a machine that does too much at once, a change may wait too long for
 * its turn, and a 503 with `Retry-After` says so.
 */
export async function sendPatiently<Answered>(
  send: () => Promise<Answered>,
  isBusy: (answer: Answered) => boolean,
  onBusy: () => void,
): Promise<Answered> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send();
    if (!isBusy(answer) || attempt === ATTEMPTS) return answer;
    onBusy();
    await pause(BUSY_MILLISECONDS);
  }
}
