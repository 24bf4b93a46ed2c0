export const FILE_FIELD = 'file';

export const LARGEST_FILE = 25 * 1_024 * 1_024;

export interface Upload {
  /** Undefined unless there is exactly one file, in the right field. */
  file: SentFile | undefined;
  fields: readonly string[];
}

/** An uploaded file, not yet checked. */
export interface SentFile {
  path: string;
  size: number;
  name: string;
}
