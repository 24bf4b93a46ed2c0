import { type Answer, type OutgoingRequest, type SendOptions, sendOnce } from '@guidepost/webhooks';
import type { TargetSettings } from '../targets.ts';
import type { OutgoingMessage } from '../write-message.ts';

/** Why a message was not taken: names of texts at the desk. */
export type DeliveryProblem =
  | 'busy'
  | 'denied'
  | 'elsewhere'
  | 'noMail'
  | 'noMailServer'
  | 'noToken'
  | 'noWebhook'
  | 'refused'
  | 'unclear'
  | 'unreachable'
  | 'webhookWaits';

/** A target did not take a message, or may not have. */
export class DeliveryFailure extends Error {
  readonly problem: DeliveryProblem;
  /** Part of what the target said. */
  readonly answer: string | undefined;
  /** Whether it may have taken the message all the same. */
  readonly isUncertain: boolean;
  /** Seconds that the target asks to wait. */
  readonly pause: number | undefined;
  /** Seconds until the next attempt at most; four hours by default. */
  readonly mostPause: number | undefined;

  constructor(
    problem: DeliveryProblem,
    { answer, isUncertain = false, pause, mostPause }: FailureDetails = {},
  ) {
    super(problem);
    this.problem = problem;
    this.answer = answer?.slice(0, 500).toWellFormed() || undefined;
    this.isUncertain = isUncertain;
    this.pause = pause;
    this.mostPause = mostPause;
  }
}

interface FailureDetails {
  answer?: string;
  isUncertain?: boolean;
  pause?: number;
  mostPause?: number;
}

/** The way to a kind of target. */
export interface Channel {
  /**
   * Looks for a message that an earlier attempt may have delivered; missing where nothing can be looked up.
   * @returns the name of the ticket @throws DeliveryFailure
   */
  find?(message: OutgoingMessage, address: ChannelAddress): Promise<string | undefined>;
  /** @returns the name of the ticket, if there is one @throws DeliveryFailure */
  send(message: OutgoingMessage, address: ChannelAddress): Promise<string | undefined>;
}

/** Where a channel leads. */
export interface ChannelAddress {
  settings: TargetSettings;
  /** Empty for a target that needs none. */
  token: string;
  ask: Ask;
  signal: AbortSignal;
}

/** A ticket's number and so on, of JSON that another system wrote. */
export type Json = { readonly [name: string]: Json } | readonly Json[] | string | number | boolean | null;

export interface Answered {
  status: number;
  headers: Answer['headers'];
  /** Undefined for what is no JSON. */
  json: Json | undefined;
}

/**
 * Asks an API. @param request with the path in place of the address
 * @throws DeliveryFailure unless it answers 2xx, or what the request takes for an answer
 */
export type Ask = (request: AskRequest) => Promise<Answered>;

interface AskRequest extends Omit<OutgoingRequest, 'url' | 'body'> {
  /** From the root. */
  path: string;
  body?: string | Uint8Array;
  /** Whether the request makes a ticket: without an answer it may have. */
  isSending?: boolean;
  /** Whether a failure is an answer, too. */
  isAnswer?(failed: Answered): boolean;
}

/** Bytes of an answer: a hundred tickets with their texts. */
const MOST_ANSWER_BYTES = 20_000_000;

/** Failures before anything was sent. */
const NOT_SENT = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'no-public-address',
];

export interface AskOptions extends Pick<SendOptions, 'allowPrivate' | 'resolve' | 'timeout'> {
  signal: AbortSignal;
}

/** Sends requests to an address of an owner by the rules for webhooks (S36): to public addresses, without redirects. */
export function createAsk(address: string, { signal, ...options }: AskOptions): Ask {
  return async ({ path, isSending = false, isAnswer, body = '', ...request }) => {
    const url = new URL(path, address).href;
    const answer = await sendOnce(
      { ...request, url, body },
      { ...options, mostBytes: MOST_ANSWER_BYTES },
      signal,
    );
    const { status, text = '', headers, error } = answer;
    if (status === undefined) throw unanswered(error, isSending);
    const answered = { status, headers, json: parse(text) };
    if (!error && ((status >= 200 && status < 300) || isAnswer?.(answered))) return answered;
    throw refusalOf(status, { text, headers, isSending });
  };
}

function unanswered(error: string | undefined, isSending: boolean): DeliveryFailure {
  if (error === 'no-public-address') return new DeliveryFailure('elsewhere');
  const isUncertain = isSending && !NOT_SENT.includes(error ?? '');
  return new DeliveryFailure(isUncertain ? 'unclear' : 'unreachable', {
    ...(error && { answer: error }),
    isUncertain,
  });
}

function refusalOf(
  status: number,
  { text, headers, isSending }: { text: string; headers: Answer['headers']; isSending: boolean },
): DeliveryFailure {
  const answer = `${status} ${text}`.trim();
  const pause = Number(headers?.['retry-after']);
  const wait = pause > 0 ? { pause } : {};
  if (status === 401 || status === 403) return new DeliveryFailure('denied', { answer });
  if (status === 429) return new DeliveryFailure('busy', { answer, ...wait });
  if (status >= 300 && status < 400) return new DeliveryFailure('elsewhere', { answer });
  if (status >= 400 && status < 500 && status !== 408) return new DeliveryFailure('refused', { answer });
  // A success that was cut short, or a failure that may have come too late.
  return new DeliveryFailure(isSending ? 'unclear' : 'busy', { answer, isUncertain: isSending, ...wait });
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** A member of JSON, whatever it is in. */
export function memberOf(json: Json | undefined, ...path: readonly (string | number)[]): Json | undefined {
  let found = json;
  for (const step of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Readonly<Record<string | number, Json>>)[step];
  }
  return found;
}

/** The number of a ticket as text. @throws DeliveryFailure for an answer without one: it may have been made */
export function ticketName(json: Json | undefined, answer: Answered): string {
  if (typeof json === 'number' || (typeof json === 'string' && json !== ''))
    return String(json).slice(0, 100);
  throw new DeliveryFailure('unclear', { answer: String(answer.status), isUncertain: true });
}

/**
 * The first item in which the marker of a message stands, wherever in the item.
 * @throws DeliveryFailure for what is no list, which cannot say that the message has not arrived
 */
export function itemWith(list: Json | undefined, marker: string, { status }: Answered): Json | undefined {
  if (!Array.isArray(list))
    throw new DeliveryFailure('unclear', { answer: String(status), isUncertain: true });
  return list.find((item: Json) => JSON.stringify(item).includes(marker));
}

export function basicAuth(user: string, password: string): { Authorization: string } {
  return { Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}
