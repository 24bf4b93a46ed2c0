import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { newMark } from '../search-faults/examined-service.ts';

/** What was sent once, whatever came back. */
export interface Sent {
  /** Such as `dialog` or `vote`. */
  kind: string;
  /** A word that no other post has. */
  mark: string;
  /** Milliseconds by `performance.now()`. */
  at: number;
  answeredAt: number;
  /** The status; a code such as `ECONNREFUSED` if there was no answer. */
  outcome: number | string;
  /** Of a stored file. */
  path?: string;
}

export interface Posting {
  sent: Sent[];
  stop(): Promise<void>;
}

/** What is sent, one after the other. */
export interface Traffic {
  kindOf(number: number): string;
  send(sent: Sent): Promise<Answer>;
}

export interface Answer {
  status: number;
  body: string;
}

/** Whether the answer promised that it is stored. */
export const isAcknowledged = ({ outcome }: Sent): boolean => outcome === 200 || outcome === 201;

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
