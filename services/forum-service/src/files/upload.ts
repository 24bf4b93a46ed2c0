/** Megabytes, as people read them. */
export const LARGEST_FILE_MEGABYTES = 25;

export const LARGEST_FILE = LARGEST_FILE_MEGABYTES * 1_024 * 1_024;

export interface Upload {
  /** Undefined unless there is exactly one file, in the right field. */
  file: SentFile | undefined;
  fields: readonly string[];
}

export interface SentFile {
  path: string;
  size: number;
  name: string;
}
