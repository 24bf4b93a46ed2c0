import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

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
export async function encodePassword(password: string, derive: ComputeArgon2): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const tag = await derive({ message: password, nonce, ...COST, tagLength: TAG_BYTES });
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`;
}

/** Compares in constant time. Without an encoded password it takes as long, and fails. */
export async function matchesPassword(
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
