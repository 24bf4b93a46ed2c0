import { AppError } from '@guidepost/service-kit';
import {
  isSignatureOf,
  LONGEST_DELAY,
  type PairAnswers,
  PROTOCOL,
  type Questions,
  type ServiceName,
  sign,
} from './protocol.ts';

interface Options {
  /** The name of this service. */
  service: ServiceName;
  secret: string;
  answers: PairAnswers;
}

/** A question of the other service, as it arrived. */
interface SentQuestion {
  body: string;
  signature: string | undefined;
}

/** The claims of a question, beside its own properties. */
export interface Envelope {
  protocol: number;
  from: ServiceName;
  /** Milliseconds since 1970. */
  at: number;
  ask: keyof Questions;
}

/**
 * Answers a question of the other service. @returns the body of the answer, with its signature
 * @throws AppError `forbidden` for a question that is signed with another secret
 */
export async function answerQuestion(
  { service, secret, answers }: Options,
  { body, signature = '' }: SentQuestion,
): Promise<{ body: string; signature: string }> {
  if (!isSignatureOf(signature, { secret, purpose: 'question', text: body }))
    throw new AppError('forbidden', 'The question is not signed with PAIR_SECRET.');
  const { protocol, from, at, ask, ...question } = JSON.parse(body) as Envelope;
  const answer = async () => {
    if (from === service) return { refused: 'same service' };
    if (protocol !== PROTOCOL) return { refused: 'other protocol' };
    if (Math.abs(Date.now() - at) > LONGEST_DELAY) return { refused: 'other clock' };
    if (!Object.hasOwn(answers, ask)) return { refused: 'other protocol' };
    // The signature says that the other service has written it.
    return { answer: await answers[ask]?.(question as never) };
  };
  const text = JSON.stringify(await answer());
  return { body: text, signature: sign(secret, 'answer', `${signature}\n${text}`) };
}
