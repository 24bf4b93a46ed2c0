import { randomBytes } from 'node:crypto';

export interface FileName {
  /** More than 128 random bits; knowing it grants access. */
  token: string;
  ending: string;
}

const TOKEN_LENGTH = 22;

const NAME = /^([\w-]{22})\.([a-z\d]{3,4})$/;

export function createFileName(ending: string): FileName {
  return { token: createToken(), ending };
}

function createToken(): string {
  const token = randomBytes(TOKEN_LENGTH).toString('base64url').slice(0, TOKEN_LENGTH);
  // Commands would take it for an option.
  return token.startsWith('-') ? createToken() : token;
}

export function formatFileName({ token, ending }: FileName): string {
  return `${token}.${ending}`;
}

/** The reverse; undefined for an invalid name. */
export function parseFileName(name: string): FileName | undefined {
  const [, token, ending] = NAME.exec(name) ?? [];
  return token !== undefined && ending !== undefined ? { token, ending } : undefined;
}
