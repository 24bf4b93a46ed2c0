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
      const answer = await send(posts, record);
      const body = await answer.text();
      record.outcome = answer.status;
      if (kind === 'file' && answer.status === 201) record.path = new URL(body).pathname;
    } catch (error) {
      const { name, cause } = error as Error & { cause?: NodeJS.ErrnoException };
      record.outcome = cause?.code ?? name;
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

function send({ origin, slug, key, dialog }: Posts, { kind, mark }: Sent): Promise<Response> {
  const signal = AbortSignal.timeout(LONGEST_WAIT);
  if (kind === 'file') {
    const body = new FormData();
    body.set('file', new Blob([fileOf(mark)], { type: 'text/plain' }), `${mark}.txt`);
    return fetch(`${origin}/api/file/${slug}?key=${key}`, { method: 'POST', body, signal });
  }
  const author = { name: 'Anna Berg', useremail: `${mark}@example.com` };
  const [path, fields] =
    kind === 'dialog'
      ? [slug, { topic: 'Q', title: `Question ${mark}`, text: 'How do I begin?' }]
      : [`comment/${slug}/${dialog}`, { text: `Like this: ${mark}` }];
  return fetch(`${origin}/api/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...author, ...fields }),
    signal,
  });
}
