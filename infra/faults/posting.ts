import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { newMark } from '../search-faults/examined-service.ts';

export type Kind = 'dialog' | 'comment' | 'file';

/** A post that was sent once, whatever came back. */
export interface Sent {
  kind: Kind;
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

export interface Posts {
  origin: string;
  /** Of the forum that all goes to. */
  slug: string;
  key: string;
  /** The dialog that comments are posted to. */
  dialog: number;
  /** Posts a second, sent whether or not others have been answered. */
  rate: number;
}

/** One post in so many is a comment, and one a file. */
const COMMENT_EVERY = 20;
const FILE_EVERY = 50;

const TICK = 5;
const LONGEST_WAIT = 30_000;

/** What is sent as the file of a mark, and read back. */
export const fileOf = (mark: string): string => `The file ${mark}.\n`.repeat(50);

export function startPosting(posts: Posts): Posting {
  const sent: Sent[] = [];
  const pending = new Set<Promise<void>>();
  const stopping = new AbortController();
  const began = performance.now();

  async function post(number: number): Promise<void> {
    const kind = kindOf(number);
    const record: Sent = { kind, mark: newMark(), at: performance.now(), answeredAt: 0, outcome: '' };
    sent.push(record);
    try {
      const { status, body } = await send(posts, record);
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
      const due = ((performance.now() - began) * posts.rate) / 1_000;
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

function kindOf(number: number): Kind {
  if (number % FILE_EVERY === 1) return 'file';
  return number % COMMENT_EVERY === 0 ? 'comment' : 'dialog';
}

async function send(
  { origin, slug, key, dialog }: Posts,
  { kind, mark }: Sent,
): Promise<{ status: number; body: string }> {
  const author = { name: 'Anna Berg', useremail: `${mark}@example.com` };
  switch (kind) {
    case 'file': {
      const form = new FormData();
      form.set('file', new Blob([fileOf(mark)], { type: 'text/plain' }), `${mark}.txt`);
      const encoded = new Response(form);
      const type = encoded.headers.get('content-type') ?? '';
      return request(`${origin}/api/file/${slug}?key=${key}`, type, await encoded.text());
    }
    case 'comment': {
      const comment = JSON.stringify({ ...author, text: `Like this: ${mark}` });
      return request(`${origin}/api/comment/${slug}/${dialog}`, 'application/json', comment);
    }
    case 'dialog': {
      const fields = { topic: 'Q', title: `Question ${mark}`, text: 'How do I begin?' };
      return request(`${origin}/api/${slug}`, 'application/json', JSON.stringify({ ...author, ...fields }));
    }
  }
}

const agent = new Agent({ keepAlive: true });

/** Not `fetch`, which stalls after thousands of refused connections. */
async function request(
  url: string,
  type: string,
  content: string,
): Promise<{ status: number; body: string }> {
  const headers = { 'Content-Type': type, 'Content-Length': Buffer.byteLength(content) };
  const signal = AbortSignal.timeout(LONGEST_WAIT);
  const sending = httpRequest(url, { method: 'POST', agent, headers, signal });
  sending.end(content);
  const [answer] = (await once(sending, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, body: await text(answer) };
}
