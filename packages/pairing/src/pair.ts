import { AppError } from '@guidepost/service-kit';
import type { Envelope } from './answer-question.ts';
import type { PairSettings } from './pair-variables.ts';
import {
  type Answers,
  isSignatureOf,
  PAIR_PATH,
  PROTOCOL,
  type Questions,
  type ServiceName,
  SIGNATURE,
  sign,
} from './protocol.ts';

/** The other service. */
export interface Pair extends PairSettings {
  /** The name of this service, which asks. */
  readonly service: ServiceName;
  /**
   * Asks the other service, and waits two seconds at most.
   * @throws AppError `unavailable` without a true answer; the message says why, for operators
   */
  ask<Name extends keyof Questions>(name: Name, question: Questions[Name]): Promise<Answers[Name]>;
  /** Whether a session of a person there goes on. @throws as `ask` */
  isOpen(session: Questions['session']): Promise<boolean>;
}

/** Milliseconds. */
const TIME_LIMIT = 2_000;

/** Characters of an answer. */
const LONGEST_ANSWER = 1_000_000;

const REFUSALS: Readonly<Record<string, string>> = {
  'same service': 'PAIR_URL leads to this service, or to another of its kind.',
  'other protocol': 'The service at PAIR_URL has another release, with which this one cannot talk.',
  'other clock': 'The clocks of the two services differ by more than a minute.',
};

export function createPair(service: ServiceName, { url, secret }: PairSettings): Pair {
  async function ask<Name extends keyof Questions>(
    name: Name,
    question: Questions[Name],
  ): Promise<Answers[Name]> {
    const envelope: Envelope = { protocol: PROTOCOL, from: service, at: Date.now(), ask: name };
    const body = JSON.stringify({ ...question, ...envelope });
    const signature = sign(secret, 'question', body);
    const { status, headers, text } = await post(`${url}${PAIR_PATH}`, { body, signature });
    if (status === 403) throw unavailable('The service at PAIR_URL has another PAIR_SECRET.');
    const signed = { secret, purpose: 'answer', text: `${signature}\n${text}` } as const;
    if (status !== 200 || !isSignatureOf(headers.get(SIGNATURE) ?? '', signed))
      throw unavailable(`PAIR_URL leads to something else, which answers with status ${status}.`);
    const { answer, refused = '' } = JSON.parse(text);
    if (answer === undefined) throw unavailable(REFUSALS[refused] ?? 'The service at PAIR_URL refuses.');
    return answer;
  }

  return { service, url, secret, ask, isOpen: async (session) => (await ask('session', session)).open };
}

async function post(url: string, { body, signature }: { body: string; signature: string }) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [SIGNATURE]: signature },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIME_LIMIT),
    });
    const { status, headers } = response;
    return { status, headers, text: await readText(response) };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw unavailable('The service at PAIR_URL does not answer.', cause);
  }
}

async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > LONGEST_ANSWER) throw unavailable('The service at PAIR_URL answers without end.');
  }
  return text + decoder.decode();
}

function unavailable(message: string, cause?: unknown): AppError {
  return new AppError('unavailable', message, { cause });
}
