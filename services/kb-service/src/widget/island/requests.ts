import type { FailureAnswer } from '../widget-answers.ts';

/** Milliseconds. */
const TIMEOUT = 15_000;

/** Milliseconds for a message with a file. */
const UPLOAD_TIMEOUT = 120_000;

/** An answer that says what is wrong. */
export class Refusal extends Error {}

export interface Requests {
  /** Reads an address, such as `widget/start`. @throws Refusal, or another Error without an answer */
  get<Answer>(path: string, parameters: Record<string, string>, signal?: AbortSignal): Promise<Answer>;
  /** @param path from the root */
  vote(path: string): Promise<void>;
  /** @param path from the root @throws Error without an answer */
  post(path: string, body: FormData): Promise<Response>;
  /** An address of the help centre, by its path from the root. */
  addressOf(path: string): string;
}

/** @param base the address of the help centre */
export function createRequests(base: string): Requests {
  const addressOf = (path: string) => new URL(path, base).href;

  function send(address: string, options: RequestInit, milliseconds = TIMEOUT): Promise<Response> {
    const timeout = AbortSignal.timeout(milliseconds);
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
    return fetch(address, { credentials: 'omit', ...options, signal });
  }

  async function ask(address: string, options: RequestInit): Promise<Response> {
    const answer = await send(address, options);
    if (answer.ok) return answer;
    const { message }: Partial<FailureAnswer> = await answer.json().catch(() => ({}));
    throw new Refusal(message ?? '');
  }

  return {
    addressOf,
    async get(path, parameters, signal) {
      const options = signal ? { signal } : {};
      return (await ask(`${base}${path}?${new URLSearchParams(parameters)}`, options)).json();
    },
    post: (path, body) => send(addressOf(path), { method: 'POST', body }, UPLOAD_TIMEOUT),
    async vote(path) {
      await ask(addressOf(path), { method: 'POST', headers: { Accept: 'application/vnd.api+json' } });
    },
  };
}
