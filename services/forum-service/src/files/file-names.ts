import { randomBytes } from 'node:crypto';
import type { FileStore } from '@guidepost/files';
import { AppError } from '@guidepost/service-kit';

export interface FileName {
  /** More than 128 random bits; knowing it grants access (S9). */
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

/** A file in the store that all instances share. */
export interface StoredName extends FileName {
  forumId: number;
}

const STORED = /^(\d{1,16})-(.*)$/;

/** The file's name in the store. The ending is for people who browse it. */
export function storedName(name: StoredName): string {
  return `${name.forumId}-${formatFileName(name)}`;
}

/** The reverse; undefined for names that are not ours. */
export function parseStoredName(name: string): StoredName | undefined {
  const [, forumId, rest = ''] = STORED.exec(name) ?? [];
  const parsed = parseFileName(rest);
  return parsed && { forumId: Number(forumId), ...parsed };
}

/** Deletes a file whose row is deleted. While the store is away, it is left to the daily cleaning. */
export async function discardFile(files: FileStore, name: StoredName): Promise<void> {
  try {
    await files.delete(storedName(name));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}
