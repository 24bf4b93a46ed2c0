/** A record before it is written in a format: the same fields in the same order in each. */
export interface ResourceRecord {
  readonly [field: string]: RecordValue;
}

export type RecordValue =
  | string
  | number
  | boolean
  | null
  | ResourceRecord
  | readonly (string | ResourceRecord)[];

/** A record, or a list short enough to be written at once. */
export type ShortContent = ResourceRecord | readonly ResourceRecord[];

/** Any other list; each record is created when it is written. */
export interface LongList {
  records(): Iterable<ResourceRecord>;
}

export type Content = ShortContent | LongList;

export function isLongList(content: Content): content is LongList {
  return 'records' in content && typeof content.records === 'function';
}

export interface Notation {
  readonly mediaType: string;
  /** A record, or a short list. */
  whole(content: ShortContent): string;
  /** Delimiters around the records of a non-empty list. */
  readonly begin: string;
  readonly between: string;
  readonly end: string;
  item(record: ResourceRecord): string;
}
