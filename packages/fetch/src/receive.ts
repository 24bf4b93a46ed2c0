import type { IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { nodeHttp } from '@guidepost/service-kit';
import {
  createCheckedLookup,
  type LookupAll,
  NoPublicAddressError,
  requirePublicHost,
} from '@guidepost/webhooks';

/** The name of the text with which a desk says what went wrong. */
type FetchReason =
  | 'fetchToken'
  | 'fetchMissing'
  | 'fetchBusy'
  | 'fetchUnreachable'
  | 'fetchElsewhere'
  | 'fetchAnswer'
  | 'fetchTooLarge';

const REASONS = {
  busy: 'fetchBusy',
  broken: 'fetchUnreachable',
  denied: 'fetchMissing',
  final: 'fetchAnswer',
} as const;

/** Why something could not be fetched; the message is for people and begins in lower case. */
export class FetchFailure extends Error {
  /**
   * `busy`: 429 or 5xx; `broken`: no whole answer; `denied`: 401, 403 or 404; `final`: asking again is of no use.
   */
  readonly kind: 'busy' | 'broken' | 'denied' | 'final';
  readonly reason: FetchReason;
  /** Milliseconds that the server asks to wait. */
  readonly retryAfter: number | undefined;

  constructor(
    kind: FetchFailure['kind'],
    message: string,
    { reason = REASONS[kind], retryAfter }: { reason?: FetchReason; retryAfter?: number | undefined } = {},
  ) {
    super(message);
    this.kind = kind;
    this.reason = reason;
    this.retryAfter = retryAfter;
  }
}

export interface Received {
  status: number;
  headers: IncomingMessage['headers'];
  bytes: Uint8Array;
}

export interface Receiver {
  /** @throws FetchFailure */
  receive(url: URL, request: ReceiveRequest): Promise<Received>;
  close(): void;
}

export interface ReceiveRequest {
  headers: Readonly<Record<string, string>>;
  /** Bytes of the largest body. */
  most: number;
  /** Bytes of the file, if known: an answer that names no length and ends before is cut. */
  size?: number | undefined;
  signal: AbortSignal;
}

export interface ReceiverOptions {
  /** Hosts with their ports that may be inside the network. */
  privateHosts: ReadonlySet<string>;
  /** Milliseconds for a whole answer, so that one that drips ends. */
  timeout: number;
  /** For tests of name servers that lie. */
  resolve?: LookupAll | undefined;
}

/** Receives answers over one connection to a host at a time, from public addresses only (S45). */
export function createReceiver({ privateHosts, timeout, resolve }: ReceiverOptions): Receiver {
  const options = { keepAlive: true, maxSockets: 1, maxFreeSockets: 1 };
  const agents = { http: new nodeHttp.Agent(options), https: new HttpsAgent(options) };
  const checked = createCheckedLookup(resolve);

  async function receive(url: URL, request: ReceiveRequest): Promise<Received> {
    const isPrivate = privateHosts.has(url.host);
    const deadline = AbortSignal.timeout(timeout);
    try {
      if (!isPrivate) requirePublicHost(url);
      const response = await send(url, {
        headers: { ...request.headers, 'User-Agent': 'Guidepost', 'Accept-Encoding': 'identity' },
        ...(isPrivate ? {} : { lookup: checked }),
        agent: url.protocol === 'https:' ? agents.https : agents.http,
        signal: AbortSignal.any([deadline, request.signal]),
      });
      const bytes = await readBody(response, request);
      return { status: response.statusCode ?? 0, headers: response.headers, bytes };
    } catch (error) {
      if (request.signal.aborted) throw request.signal.reason;
      throw describe(error, deadline.aborted, timeout);
    }
  }

  return {
    receive,
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

function send(url: URL, options: object): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const start = url.protocol === 'https:' ? requestHttps : nodeHttp.request;
  const request = start(url, options);
  request.on('response', resolve);
  request.on('error', reject);
  request.end();
  return promise;
}

async function readBody(response: IncomingMessage, { most, size }: ReceiveRequest): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const isTooLarge = () => bytes > most || Number(response.headers['content-length']) > most;
  if (!isTooLarge()) {
    for await (const chunk of response) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (isTooLarge()) break;
    }
  }
  if (isTooLarge()) {
    response.destroy();
    throw new FetchFailure('final', `is larger than ${most / 1_000_000} MB`, { reason: 'fetchTooLarge' });
  }
  const isOpen = response.headers['content-length'] === undefined && !response.headers['transfer-encoding'];
  const isCut =
    !response.complete || (isOpen && size !== undefined && bytes < size && response.statusCode === 200);
  if (isCut) throw new FetchFailure('broken', 'was cut short');
  return Buffer.concat(chunks);
}

function describe(error: unknown, isLate: boolean, timeout: number): FetchFailure {
  if (error instanceof FetchFailure) return error;
  if (isLate) return new FetchFailure('broken', `did not end within ${timeout / 1_000} seconds`);
  if (error instanceof NoPublicAddressError)
    return new FetchFailure('final', `is refused: ${error.message}`, { reason: 'fetchElsewhere' });
  const { code, message } = error as { code?: unknown; message?: unknown };
  const cut =
    code === 'ECONNRESET' ? 'was cut short' : `cannot be reached (${String(code ?? message).slice(0, 100)})`;
  return new FetchFailure('broken', cut);
}
