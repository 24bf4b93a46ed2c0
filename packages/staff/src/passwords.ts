import { AppError, type AppErrorDetails, createSemaphore } from '@guidepost/service-kit';
import { type ComputeArgon2, computeArgon2, encodePassword, matchesPassword } from './argon2.ts';

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
