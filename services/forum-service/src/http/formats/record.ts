/** What an answer says, before it is written in a format: the same fields in the same order in each. */
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

/** One record, or a list that is so short that it is written at once. */
export type WrittenAtOnce = ResourceRecord | readonly ResourceRecord[];

/** The records of any other list, each made when it is written. */
export interface LongList {
  records(): Iterable<ResourceRecord>;
}

export type Content = WrittenAtOnce | LongList;

export function isLongList(content: Content): content is LongList {
  return 'records' in content && typeof content.records === 'function';
}
