import type { IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { nodeHttp } from '@guidepost/service-kit';
import { createCheckedLookup, type LookupAll, NoPublicAddressError } from '../public-addresses.ts';
import { requirePublicHost } from '../webhook-url.ts';

export interface OutgoingRequest {
  url: string;
  /** `POST` by default. */
  method?: 'GET' | 'POST';
  /** Names with capitals. JSON is sent unless they have another `Content-Type`. */
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array;
}

/** The outcome of one attempt. */
export interface Answer {
  /** Undefined if none came. */
  status?: number;
  headers?: IncomingMessage['headers'];
  /** The beginning of the body. */
  text?: string;
  /** Why there is none, or why it is not complete: a code of Node.js, `timeout`, `no-public-address`. */
  error?: string;
  /** More about it, for the log of the service and no one else. */
  reason?: string;
}

export interface SendOptions {
  allowPrivate: boolean;
  /** For tests of name servers that lie. */
  resolve?: LookupAll | undefined;
  /** Milliseconds, from the look-up to the end of the answer. */
  timeout: number;
  /** Bytes of the answer that are kept; 4 kB by default. */
  mostBytes?: number;
}

const MOST_ANSWER_BYTES = 4_096;

/**
 * Sends a request to an address that an owner has typed, once, over a connection of its own (S36). Redirects are not
 * followed: a receiver has one address. It never rejects.
 */
export async function sendOnce(
  request: OutgoingRequest,
  { allowPrivate, resolve, timeout, mostBytes = MOST_ANSWER_BYTES }: SendOptions,
  stopping: AbortSignal,
): Promise<Answer> {
  const deadline = AbortSignal.timeout(timeout);
  const answer: Answer = {};
  try {
    const url = new URL(request.url);
    if (!allowPrivate) requirePublicHost(url);
    const lookup = allowPrivate ? undefined : createCheckedLookup(resolve);
    const response = await send(url, request, { lookup, signal: AbortSignal.any([deadline, stopping]) });
    answer.status = response.statusCode ?? 0;
    answer.headers = response.headers;
    answer.text = '';
    await readStart(response, { answer, mostBytes });
    // The end of a body without a length is that of its connection.
    if (deadline.aborted) answer.error = 'timeout';
  } catch (error) {
    answer.error = deadline.aborted ? 'timeout' : codeOf(error);
    if (error instanceof NoPublicAddressError) answer.reason = error.message;
  }
  return answer;
}

function send(
  url: URL,
  { method = 'POST', headers, body }: OutgoingRequest,
  { lookup, signal }: { lookup: ReturnType<typeof createCheckedLookup> | undefined; signal: AbortSignal },
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const start = url.protocol === 'https:' ? requestHttps : nodeHttp.request;
  const request = start(url, {
    method,
    // A connection of its own: none is kept to an address that was checked for an earlier attempt.
    agent: false,
    ...(lookup && { lookup }),
    signal,
    headers: {
      ...(method === 'POST' && {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
      }),
      'User-Agent': 'Guidepost',
      ...headers,
    },
  });
  request.on('response', resolve);
  request.on('error', reject);
  request.end(method === 'POST' ? body : undefined);
  return promise;
}

/** Keeps the beginning of a body also if the rest does not come. */
async function readStart(
  response: IncomingMessage,
  { answer, mostBytes }: { answer: Answer; mostBytes: number },
): Promise<void> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= mostBytes) break;
    }
  } finally {
    response.destroy();
    answer.text = textOf(Buffer.concat(chunks).subarray(0, mostBytes));
  }
}

/** PostgreSQL stores no NUL. */
function textOf(bytes: Buffer): string {
  return new TextDecoder().decode(bytes).replaceAll('\0', '\uFFFD');
}

function codeOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return String(code ?? message).slice(0, 200);
}
