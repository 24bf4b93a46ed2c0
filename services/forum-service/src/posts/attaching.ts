import { LARGEST_FILE, LARGEST_FILE_MEGABYTES } from '../files/files.ts';
import { describeMistake } from './validate-fields.ts';

/** How many files can be attached to one post. */
export const MOST_FILES = 10;

/** Bytes of all files of a form of a member; each may have as much as a file can. */
export const MOST_OF_MEMBER = 4 * LARGEST_FILE;

/** Bytes of all files of an answer at the desk. */
export const MOST_OF_ANSWER = LARGEST_FILE;

/** The limits of files that a page states before they are sent. */
export interface Attaching {
  mostFiles: number;
  /** Bytes of each. */
  most: number;
  /** Bytes of all. */
  mostTogether: number;
  /** Messages about more of them. */
  tooMany: string;
  tooLarge: string;
  tooLargeTogether: string;
}

export function attachingIn(language: string, mostTogether: number): Attaching {
  const together = Math.floor(mostTogether / LARGEST_FILE) * LARGEST_FILE_MEGABYTES;
  const mistake = { message: 'file-too-large', maximum: LARGEST_FILE_MEGABYTES } as const;
  return {
    mostFiles: MOST_FILES,
    most: LARGEST_FILE,
    mostTogether,
    tooMany: describeMistake({ message: 'too-many-files', maximum: MOST_FILES }, language),
    tooLarge: describeMistake(mistake, language),
    tooLargeTogether: describeMistake({ message: 'files-too-large', maximum: together }, language),
  };
}
