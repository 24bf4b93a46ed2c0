/** What a file is sent as. */
export const FILE_FIELD = 'file';

/** In bytes. */
export const LARGEST_FILE = 25 * 1_024 * 1_024;

/** A form that was sent so that its file is kept. */
export interface Upload {
  /** Undefined unless there is exactly one, in its place. */
  file: SentFile | undefined;
  /** The names of all else. */
  fields: readonly string[];
}

/** A file that nobody has looked at yet. */
export interface SentFile {
  /** Where it waits to be taken away. */
  path: string;
  /** In bytes. */
  size: number;
  /** As whoever sent it calls it. */
  name: string;
}
