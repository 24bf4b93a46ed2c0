import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError, type AppErrorDetails, createSemaphore } from '@guidepost/service-kit';

let known: Promise<ReadonlySet<string>> | undefined;

export const SHORTEST_PASSWORD = 10;
export const LONGEST_PASSWORD = 1_000;

export type PasswordMistake = 'too-short' | 'too-long' | 'too-common';

export interface Passwords {
  /** @throws AppError `invalid` for the field `password`, see {@link passwordMistake} */
  encode(password: string): Promise<string>;
  /** Takes as long without an encoded password. */
  matches(password: string, encoded: string | undefined): Promise<boolean>;
}

const MESSAGES: Record<PasswordMistake, string> = {
  'too-short': `A password needs at least ${SHORTEST_PASSWORD} characters.`,
  'too-long': `A password has at most ${LONGEST_PASSWORD} characters.`,
  'too-common': 'Many people use this password, so it is guessed first. Choose another one.',
};

const REASONS: Record<PasswordMistake, Pick<AppErrorDetails, 'reason' | 'values'>> = {
  'too-short': { reason: 'passwordTooShort', values: { limit: SHORTEST_PASSWORD } },
  'too-long': { reason: 'passwordTooLong', values: { limit: LONGEST_PASSWORD } },
  'too-common': { reason: 'passwordTooCommon' },
};

/** Each computation takes a thread for about 30 ms, and 19 MiB. */
const CONCURRENT = 2;
/** Milliseconds. */
const PATIENCE = 10_000;

/** @param derive counted by tests */
export function createPasswords(derive: ComputeArgon2 = computeArgon2): Passwords {
  const withPermit = createSemaphore({
    permits: CONCURRENT,
    timeout: PATIENCE,
    message: 'Too many people sign in at the moment; try again soon.',
  });
  return {
    async encode(password) {
      const mistake = await passwordMistake(password);
      if (mistake) {
        const message = MESSAGES[mistake];
        throw new AppError('invalid', message, {
          fields: { password: [message] },
          ...REASONS[mistake],
        });
      }
      return withPermit(() => encodePassword(normalize(password), derive));
    },
    matches(password, encoded) {
      const isTooLong = password.length > LONGEST_PASSWORD * 2;
      const message = isTooLong ? '' : normalize(password);
      return withPermit(() => matchesPassword(message, encoded, derive));
    },
  };
}

/** Why a password cannot be chosen. Any characters will do, in any mixture (NIST SP 800-63B §3.1.1.2). */
export async function passwordMistake(password: string): Promise<PasswordMistake | undefined> {
  const { length } = Array.from(normalize(password));
  if (length < SHORTEST_PASSWORD) return 'too-short';
  if (length > LONGEST_PASSWORD) return 'too-long';
  return (await isCommonPassword(normalize(password))) ? 'too-common' : undefined;
}

/** The same characters, however a keyboard composes them. */
function normalize(password: string): string {
  return password.normalize('NFKC');
}

/** Whether a password is among the 50,000 that leaks have shown most, in any letter case. */
async function isCommonPassword(password: string): Promise<boolean> {
  known ??= load();
  return (await known).has(password.toLowerCase());
}

/** Loaded when someone first chooses a password: it takes 60 ms and some megabytes. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** OWASP's Password Storage Cheat Sheet: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

export interface Argon2Input {
  message: string;
  nonce: Buffer;
  memory: number;
  passes: number;
  parallelism: number;
  tagLength: number;
}

/** One computation of argon2id, RFC 9106. */
export type ComputeArgon2 = (input: Argon2Input) => Promise<Buffer>;

const compute = promisify(argon2);

export const computeArgon2: ComputeArgon2 = (input) => compute('argon2id', input);

/** A password in the PHC string format. */
async function encodePassword(password: string, derive: ComputeArgon2): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const tag = await derive({ message: password, nonce, ...COST, tagLength: TAG_BYTES });
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`;
}

/** Compares in constant time. Without an encoded password it takes as long, and fails. */
async function matchesPassword(
  password: string,
  encoded: string | undefined,
  derive: ComputeArgon2,
): Promise<boolean> {
  const { input, tag } = decode(encoded);
  const derived = await derive({ message: password, ...input });
  return tag !== undefined && timingSafeEqual(derived, tag);
}

function decode(encoded: string | undefined): { input: Omit<Argon2Input, 'message'>; tag?: Buffer } {
  if (encoded === undefined) {
    return { input: { ...COST, nonce: randomBytes(SALT_BYTES), tagLength: TAG_BYTES } };
  }
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(encoded) ?? [];
  if (!salt || !hash) throw new Error('a stored password is not in the PHC string format');
  const tag = Buffer.from(hash, 'base64');
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  return { input: { ...cost, nonce: Buffer.from(salt, 'base64'), tagLength: tag.length }, tag };
}

/** Without padding. */
function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
