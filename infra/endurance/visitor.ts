import { setTimeout as pause } from 'node:timers/promises';

/** What a request of a load sends; a form or JSON makes it a POST. */
export interface Sent {
  method?: string;
  cookie?: string;
  form?: Record<string, string>;
  json?: object;
  headers?: Record<string, string>;
}

export interface Answered {
  status: number;
  text: string;
  location: string;
  /** The first one that was set. */
  cookie: string;
}

/** Sends requests to a service, each from one of many addresses. @throws Error for another status than expected */
export type Visit = (expected: number, path: string, sent?: Sent) => Promise<Answered>;

const ATTEMPTS = 10;
const PAUSE_MILLISECONDS = 500;

const JSON_API = 'application/vnd.api+json';

/** @param onBusy called for each 503 that says when to try again, which is done */
export function createVisit(origin: string, addressOf: () => string, onBusy: () => void): Visit {
  async function send(path: string, { cookie, form, json, headers, ...sent }: Sent): Promise<Response> {
    const isApi = path.includes('/knowledge/');
    return fetch(origin + path, {
      method: sent.method ?? (form || json ? 'POST' : 'GET'),
      redirect: 'manual',
      headers: {
        'X-Forwarded-For': addressOf(),
        'Sec-Fetch-Site': 'same-origin',
        ...(isApi && { Accept: JSON_API }),
        ...(json && { 'Content-Type': isApi ? JSON_API : 'application/json' }),
        ...(form && { 'Content-Type': 'application/x-www-form-urlencoded' }),
        ...(cookie && { Cookie: cookie }),
        ...headers,
      },
      ...(form && { body: new URLSearchParams(form) }),
      ...(json && { body: JSON.stringify(json) }),
    });
  }

  return async (expected, path, sent = {}) => {
    let answer = await send(path, sent);
    for (let attempt = 1; isBusy(answer) && attempt < ATTEMPTS; attempt += 1) {
      onBusy();
      await answer.arrayBuffer();
      await pause(PAUSE_MILLISECONDS);
      answer = await send(path, sent);
    }
    const text = await answer.text();
    if (answer.status !== expected)
      throw new Error(`${path}: ${answer.status}, not ${expected}: ${text.slice(0, 200)}`);
    return {
      status: answer.status,
      text,
      location: answer.headers.get('location') ?? '',
      cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    };
  };
}

function isBusy({ status, headers }: Response): boolean {
  return status === 503 && headers.has('retry-after');
}

/** The token of the forms on a page. */
export function tokenIn(text: string, field: string): string {
  return new RegExp(`name="${field}" value="([^"]+)"`).exec(text)?.[1] ?? '';
}
