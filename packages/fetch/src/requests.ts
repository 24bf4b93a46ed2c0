import { FetchFailure, type Received, type Receiver } from './receive.ts';

export interface Clock {
  /** Milliseconds. */
  now(): number;
  /** Rejects with the reason of the signal. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export interface AskRequest {
  headers: Readonly<Record<string, string>>;
  /** Bytes of the largest body. */
  most: number;
  size?: number | undefined;
  /** Why an address may not be asked; undefined if it may. Asked again after each redirect. */
  refusal(url: URL): string | undefined;
  /** The origins that may see the headers. */
  trusted: ReadonlySet<string>;
}

export interface Requests {
  /**
   * Asks, follows redirects, and repeats what the server is too busy for.
   * @throws FetchFailure
   */
  ask(url: URL, request: AskRequest): Promise<Received>;
}

/** Milliseconds from the first attempt, in which 429 and 5xx are repeated. */
const PATIENCE = 10 * 60_000;

const LONGEST_PAUSE = 60_000;

const MOST_REDIRECTS = 5;

/** How often a connection may break before the answer is given up. */
const MOST_BREAKS = 5;

/** @param signal ends waiting, too */
export function createRequests(receiver: Receiver, clock: Clock, signal: AbortSignal): Requests {
  async function attempt(url: URL, request: AskRequest): Promise<Received> {
    const { received, from } = await follow(url, request);
    return requireSuccess(received, { from, now: clock.now() });
  }

  async function follow(first: URL, request: AskRequest): Promise<{ received: Received; from: URL }> {
    let url = first;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const refusal = request.refusal(url);
      if (refusal !== undefined) throw new FetchFailure('final', refusal, { reason: 'fetchElsewhere' });
      const headers = request.trusted.has(url.origin) ? request.headers : {};
      const received = await receiver.receive(url, { ...request, headers, signal });
      const target = targetOf(received, url);
      if (!target) return { received, from: url };
      url = target;
    }
    throw new FetchFailure('final', `leads on more than ${MOST_REDIRECTS} times`);
  }

  return {
    async ask(url, request) {
      const started = clock.now();
      let breaks = 0;
      for (let attempts = 0; ; attempts += 1) {
        try {
          return await attempt(url, request);
        } catch (error) {
          if (!(error instanceof FetchFailure) || !/^(?:busy|broken)$/.test(error.kind)) throw error;
          breaks += error.kind === 'broken' ? 1 : 0;
          const pause = error.retryAfter ?? Math.min(1_000 * 2 ** attempts, LONGEST_PAUSE);
          if (breaks >= MOST_BREAKS || clock.now() + pause - started > PATIENCE) throw error;
          await clock.wait(pause, signal);
        }
      }
    },
  };
}

function targetOf({ status, headers }: Received, url: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(status)) return undefined;
  const target = headers.location ? URL.parse(headers.location, url) : null;
  if (!target) throw new FetchFailure('final', 'leads nowhere');
  return target;
}

function requireSuccess(received: Received, { from, now }: { from: URL; now: number }): Received {
  const { status, headers } = received;
  if (status === 200) return received;
  const message = `${from.host} answers ${status}`;
  if (status === 429 || status >= 500)
    throw new FetchFailure('busy', message, { retryAfter: retryAfter(headers['retry-after'], now) });
  if (status === 401 || status === 403) throw new FetchFailure('denied', message, { reason: 'fetchToken' });
  throw new FetchFailure(status === 404 ? 'denied' : 'final', message);
}

/** Seconds, or a date. */
function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const milliseconds = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(milliseconds) ? undefined : Math.max(milliseconds, 0);
}
