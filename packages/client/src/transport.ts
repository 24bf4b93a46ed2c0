import { type AnswerStore, createMemoryStore, type StoredAnswer } from './answer-store.ts';
import { GuidepostError, readError, secondsOf, unexpected } from './errors.ts';

export interface ClientOptions {
  /** The address of the service, such as `https://help.example.com`. */
  url: string;
  /** An access key. Everyone can read it in a web page or an app: for servers only. */
  key?: string | undefined;
  /** Where answers are kept; in memory by default, `false` keeps none. */
  store?: AnswerStore | false | undefined;
  /** The most seconds to wait in all when the service asks to try again later; 60 by default. */
  longestWait?: number | undefined;
  /** Instead of the global `fetch`. */
  fetch?: typeof fetch | undefined;
}

/** A signal that stops a request. */
export interface RequestOptions {
  signal?: AbortSignal | undefined;
}

const LONGEST_WAIT = 60;

/** A busy service may say "at once" again and again. */
const MOST_ATTEMPTS = 6;

const KEPT_HEADERS = ['content-type', 'x-totalresults', 'x-limit', 'x-partial'];

/** Nothing was done yet for these, so that they may be sent again; after a 503, reads only. */
const TOO_MANY = 429;
const UNAVAILABLE = 503;

type Send = (request: Request) => Promise<Response>;

/**
 * `fetch` that sends entity tags of earlier answers, waits when it is asked to, and throws a {@link GuidepostError} for
 * all that is no success.
 */
export function createTransport({ store, longestWait = LONGEST_WAIT, ...options }: ClientOptions): Send {
  const answers = store === false ? undefined : (store ?? createMemoryStore());
  const send = (request: Request) => (options.fetch ?? globalThis.fetch)(request);
  return async (request) => {
    const isRead = request.method === 'GET';
    const kept = isRead ? await answers?.get(request.url) : undefined;
    if (kept) request.headers.set('If-None-Match', kept.etag);
    const response = await sendPatiently(send, request, longestWait);
    if (response.status === 304 && kept) return answerOf(kept);
    if (!response.ok) throw await readError(response);
    return isRead ? readAnswer(request, response, answers) : response;
  };
}

async function sendPatiently(send: Send, request: Request, longestWait: number): Promise<Response> {
  for (let attempt = 1, waited = 0; ; attempt += 1) {
    const response = await send(request.clone());
    const { status } = response;
    const isLater = status === TOO_MANY || (status === UNAVAILABLE && request.method === 'GET');
    const seconds = isLater ? secondsOf(response) : undefined;
    if (seconds === undefined || attempt === MOST_ATTEMPTS || waited + seconds > longestWait) return response;
    await response.body?.cancel();
    await wait(seconds * 1_000, request.signal);
    waited += seconds;
  }
}

/** A whole answer, which is kept if it has an entity tag. */
async function readAnswer(
  { url }: Request,
  response: Response,
  answers: AnswerStore | undefined,
): Promise<Response> {
  const { status, headers } = response;
  if (!headers.get('content-type')?.includes('json')) throw unexpected(status);
  const etag = headers.get('etag');
  const present = KEPT_HEADERS.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  const answer = { etag: etag ?? '', body: await response.text(), headers: Object.fromEntries(present) };
  if (etag) await answers?.set(url, answer);
  return answerOf(answer);
}

function answerOf({ body, headers }: StoredAnswer): Response {
  return new Response(body, { headers });
}

async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
  signal.throwIfAborted();
}

export function authorization(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { Authorization: `Bearer ${key}` };
}

/** A part of a path; `.` and `..` would lead to another one, whatever their encoding. */
export function segment(value: string | number): string {
  const text = String(value);
  if (/^\.{0,2}$/.test(text)) {
    throw new GuidepostError({ status: 404, code: 'not_found', message: `Nothing is called "${text}".` });
  }
  return text;
}
