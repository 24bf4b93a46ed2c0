import { type FileName, formatFileName, parseFileName } from './unguessable-name.ts';

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
