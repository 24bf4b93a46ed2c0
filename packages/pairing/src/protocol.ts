import { createHmac, timingSafeEqual } from 'node:crypto';

export type ServiceName = 'kb' | 'forum';

/** A knowledge base, or a forum, as the other service lists it. */
export interface PairTenant {
  /** The host of a knowledge base, or the slug of a forum. */
  key: string;
  name: string;
  /** BCP 47. */
  language: string;
  /** The address of its pages; undefined for one without any, or one that not everyone may read. */
  address?: string | undefined;
  /** The key of the tenant of the asking service that it has chosen. */
  partner?: string | undefined;
}

/** The questions of one service to the other. */
export interface Questions {
  about: Record<never, never>;
  /** Tenants whose team a person belongs to as an owner. */
  tenants: { email: string };
  /** The addresses of the pages of tenants. */
  addresses: { keys: readonly string[] };
  /** Whether a session of a person goes on. */
  session: { id: number; email: string };
  /** Makes a forum for a knowledge base that its owner has just made, who owns the forum as well. */
  create: {
    email: string;
    person: string;
    name: string;
    slug: string;
    language: string;
    accentColor: string;
    host: string;
  };
  /** Invites someone to a tenant, too, whose owner has just invited the same person to its partner. */
  invite: {
    key: string;
    /** The tenant of the asking service. */
    partner: string;
    email: string;
    role: string;
    /** The address of the owner. */
    by: string;
  };
}

export interface Answers {
  about: {
    version: string;
    /** The origin of the desk, as browsers know it. */
    desk: string;
  };
  tenants: { tenants: readonly PairTenant[] };
  addresses: { addresses: Readonly<Record<string, string>> };
  session: { open: boolean };
  /** Undefined if it could not be made, such as for a slug that is taken. */
  create: { address?: string | undefined };
  /**
   * `member`: the person works there already, or is invited; `refused`: the two do not belong together, or the owner
   * owns one of them only. With the name of the tenant unless it is refused.
   */
  invite: { outcome: 'invited' | 'member' | 'refused'; name?: string | undefined };
}

/** The answers of a service. A knowledge base service makes nothing for others. */
export type PairAnswers = {
  [Name in Exclude<keyof Questions, 'create'>]: (question: Questions[Name]) => Promise<Answers[Name]>;
} & { create?: (question: Questions['create']) => Promise<Answers['create']> };

/** Raised when services of different releases would misunderstand each other. */
export const PROTOCOL = 1;

/** The path at which each service answers. */
export const PAIR_PATH = '/desk/pair';

/** The header with the signature of a question or an answer. */
export const SIGNATURE = 'guidepost-signature';

/** Milliseconds that the clocks of two machines may differ by, with the time on the way. */
export const LONGEST_DELAY = 60_000;

/** Each purpose has signatures of its own, so that none can stand for another. */
type Purpose = 'question' | 'answer' | 'ticket';

/** An HMAC-SHA256 of a text, as base64url. */
export function sign(secret: string, purpose: Purpose, text: string): string {
  return createHmac('sha256', secret).update(`guidepost ${purpose}\n${text}`).digest('base64url');
}

/** Compares in constant time. */
export function isSignatureOf(
  signature: string,
  { secret, purpose, text }: { secret: string; purpose: Purpose; text: string },
): boolean {
  const expected = Buffer.from(sign(secret, purpose, text));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
