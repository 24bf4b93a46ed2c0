import { AppError, HTTP_URL, type VariableSchema } from '@guidepost/service-kit';

export interface PairConfig {
  PAIR_URL?: string;
  PAIR_SECRET?: string;
}

export interface PairSettings {
  /** Without a slash at its end. */
  url: string;
  secret: string;
}

/** Environment variables of services that may know another one. */
export const PAIR_VARIABLES: Record<string, VariableSchema> = {
  PAIR_URL: {
    description:
      'where the other service answers this one, such as http://forum:4020; may be an inner address',
    ...HTTP_URL,
  },
  PAIR_SECRET: {
    description:
      'the secret that both services share, of 32 characters or more; openssl rand -hex 32 makes one',
    type: 'string',
    minLength: 32,
    maxLength: 1_000,
    secret: true,
  },
};

/** Undefined for a service that is alone. @throws AppError `invalid` if one of the two variables is missing */
export function readPairSettings({ PAIR_URL, PAIR_SECRET }: PairConfig): PairSettings | undefined {
  if (!PAIR_URL && !PAIR_SECRET) return undefined;
  if (PAIR_URL && PAIR_SECRET) return { url: withoutSlash(PAIR_URL), secret: PAIR_SECRET };
  const missing = PAIR_URL ? 'PAIR_SECRET' : 'PAIR_URL';
  throw new AppError('invalid', `${missing} is not set: PAIR_URL and PAIR_SECRET belong together`);
}

function withoutSlash(url: string): string {
  return url.endsWith('/') ? withoutSlash(url.slice(0, -1)) : url;
}
