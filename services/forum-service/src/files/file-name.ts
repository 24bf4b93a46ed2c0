import { randomBytes } from 'node:crypto';

/** What tells a file from all others of its forum. */
export interface FileName {
  /** More than 128 random bits: who knows them may have the file. */
  token: string;
  /** Of its type. */
  ending: string;
}

/** Of six bits each. */
const TOKEN_LENGTH = 22;

const NAME = /^([\w-]{22})\.([a-z\d]{3,4})$/;

/** A name that nobody can guess. */
export function createFileName(ending: string): FileName {
  return { token: createToken(), ending };
}

function createToken(): string {
  const token = randomBytes(TOKEN_LENGTH).toString('base64url').slice(0, TOKEN_LENGTH);
  // A command would take it for an option.
  return token.startsWith('-') ? createToken() : token;
}

/** The last step of a file's address. */
export function formatFileName({ token, ending }: FileName): string {
  return `${token}.${ending}`;
}

/** The same the other way round; undefined for what cannot be one. */
export function parseFileName(name: string): FileName | undefined {
  const [, token, ending] = NAME.exec(name) ?? [];
  return token !== undefined && ending !== undefined ? { token, ending } : undefined;
}
