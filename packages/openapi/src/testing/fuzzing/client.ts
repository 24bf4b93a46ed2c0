import { Buffer } from 'node:buffer';
import { Agent, type IncomingMessage, request as startRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FuzzedAnswer, FuzzedRequest } from './request.ts';

/** Sends raw requests on persistent connections, where a wrong length spoils the next response. */
export interface FuzzingClient {
  send(request: FuzzedRequest): Promise<FuzzedAnswer>;
  close(): void;
}

const TIMEOUT = 10_000;

export function createClient(origin: string): FuzzingClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 8, timeout: TIMEOUT });
  return {
    async send({ method, target, headers, body = '' }) {
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
      // Node omits the length of unexpected bodies, such as a GET's.
      const framing = { 'Content-Length': Buffer.byteLength(body) };
      const sent = startRequest(origin, { agent, method, path: target, headers: { ...headers, ...framing } });
      sent.once('response', resolve).once('error', reject);
      sent.once('timeout', () => sent.destroy(new Error(`no answer in ${TIMEOUT} ms`)));
      sent.end(body);
      return readAnswer(await promise);
    },
    close: () => agent.destroy(),
  };
}

async function readAnswer(message: IncomingMessage): Promise<FuzzedAnswer> {
  const headers = message.headers as Record<string, string | undefined>;
  const bytes = await buffer(message);
  return { status: message.statusCode ?? 0, headers, bytes, text: decode(bytes, headers) };
}

function decode(
  bytes: Buffer,
  { 'content-encoding': coding, 'content-type': type = '' }: FuzzedAnswer['headers'],
) {
  if (bytes.length === 0) return '';
  const identity =
    coding === 'br' ? brotliDecompressSync(bytes) : coding === 'gzip' ? gunzipSync(bytes) : bytes;
  const isText = /json|xml|javascript|text/.test(type);
  return isText
    ? new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(identity)
    : identity.toString('latin1');
}
