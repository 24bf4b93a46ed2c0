import { type Clients, sendPatiently, startClients } from '../load.ts';

/** A visitor's request; a form or JSON makes it a POST. */
export interface Request {
  method?: string;
  cookie?: string;
  form?: Record<string, string>;
  json?: object;
  headers?: Record<string, string>;
}

export interface Answered {
  text: string;
  location: string;
  /** The first one that was set. */
  cookie: string;
}

/** Sends requests to a service, each from one of many addresses. @throws Error for another status than expected */
export type Visit = (expected: number, path: string, request?: Request) => Promise<Answered>;

/**
 * A kind of visit: how often it happens, compared with the others, and its requests, which get the number of the visit.
 */
export type Action = readonly [weight: number, run: (visit: Visit, number: number) => Promise<unknown>];

export interface Visitors extends Clients {
  counts(): { done: number; busy: number };
  failures: readonly string[];
}

const VISITORS = 8;
/** At most, between the visits of one. */
const PAUSE_MILLISECONDS = 200;

/** Visitors who choose by weight what they do. */
export function startVisitors(origin: string, actions: readonly Action[]): Visitors {
  const total = actions.reduce((sum, [weight]) => sum + weight, 0);
  const failures: string[] = [];
  let number = 0;
  let busy = 0;
  const visit = createVisit(origin, () => {
    busy += 1;
  });
  const choose = () => {
    let rest = Math.random() * total;
    return actions.find(([weight]) => {
      rest -= weight;
      return rest <= 0;
    });
  };
  const visitOnce = async () => {
    number += 1;
    const [, run] = choose() ?? [];
    await run?.(visit, number).catch((error: Error) => failures.push(String(error.cause ?? error)));
  };
  return {
    ...startClients(VISITORS, visitOnce, PAUSE_MILLISECONDS),
    counts: () => ({ done: number, busy }),
    failures,
  };
}

const JSON_API = 'application/vnd.api+json';

function createVisit(origin: string, onBusy: () => void): Visit {
  const send = (path: string, { cookie, form, json, headers, method }: Request): Promise<Response> => {
    const isApi = path.includes('/knowledge/');
    return fetch(origin + path, {
      method: method ?? (form || json ? 'POST' : 'GET'),
      redirect: 'manual',
      headers: {
        'X-Forwarded-For': anyAddress(),
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
  };
  return async (expected, path, request = {}) => {
    const answer = await sendPatiently(() => send(path, request), isBusy, onBusy);
    const text = await answer.text();
    if (answer.status !== expected)
      throw new Error(`${path}: ${answer.status}, not ${expected}: ${text.slice(0, 200)}`);
    return {
      text,
      location: answer.headers.get('location') ?? '',
      cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    };
  };
}

function isBusy({ status, headers }: Response): boolean {
  return status === 503 && headers.has('retry-after');
}

function anyAddress(): string {
  const part = () => Math.floor(Math.random() * 256);
  return `10.${part()}.${part()}.${part()}`;
}

/** The token of the forms on a page. */
export function tokenIn(text: string, field: string): string {
  return new RegExp(`name="${field}" value="([^"]+)"`).exec(text)?.[1] ?? '';
}

/** Someone who works at a desk. */
export async function signInAndOut(visit: Visit, email: string): Promise<void> {
  const form = { email, password: 'correct horse battery staple' };
  const { cookie } = await visit(303, '/desk/sign-in', { form });
  const { text } = await visit(200, '/desk/account', { cookie });
  await visit(303, '/desk/sign-out', { cookie, form: { token: tokenIn(text, 'token') } });
}

/** One of a list, in turn. */
export function any(list: readonly string[], number: number): string {
  return list[number % list.length] ?? '';
}
