import type { IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { nodeHttp } from '@guidepost/service-kit';
import { createCheckedLookup, type LookupAll, NoPublicAddressError } from '../public-addresses.ts';
import { requirePublicHost } from '../webhook-url.ts';

export interface PostRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The outcome of one attempt. */
export interface Answer {
  /** Undefined if none came. */
  status?: number;
  /** The first 4 kB of the body. */
  text?: string;
  /** Why there is none, or why it is not complete: a code of Node.js, `timeout`, `no-public-address`. */
  error?: string;
  /** More about it, for the log of the service and no one else. */
  reason?: string;
}

export interface PostOptions {
  allowPrivate: boolean;
  /** For tests of name servers that lie. */
  resolve?: LookupAll | undefined;
  /** Milliseconds, from the look-up to the end of the answer. */
  timeout: number;
}

const MOST_ANSWER_BYTES = 4_096;

/** Sends a webhook, once. Redirects are not followed: a receiver has one address. */
export async function post(
  request: PostRequest,
  { allowPrivate, resolve, timeout }: PostOptions,
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
    answer.text = '';
    await readStart(response, answer);
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
  { headers, body }: PostRequest,
  { lookup, signal }: { lookup: ReturnType<typeof createCheckedLookup> | undefined; signal: AbortSignal },
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const start = url.protocol === 'https:' ? requestHttps : nodeHttp.request;
  const request = start(url, {
    method: 'POST',
    // A connection of its own: none is kept to an address that was checked for an earlier attempt.
    agent: false,
    ...(lookup && { lookup }),
    signal,
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'User-Agent': 'Guidepost-Webhooks',
    },
  });
  request.on('response', resolve);
  request.on('error', reject);
  request.end(body);
  return promise;
}

/** Keeps the beginning of a body also if the rest does not come. */
async function readStart(response: IncomingMessage, answer: Answer): Promise<void> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= MOST_ANSWER_BYTES) break;
    }
  } finally {
    response.destroy();
    answer.text = textOf(Buffer.concat(chunks).subarray(0, MOST_ANSWER_BYTES));
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
