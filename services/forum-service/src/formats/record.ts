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

/** The records of a list, each made when it is written. */
export type Records = Iterable<ResourceRecord>;

/** One record, or a list of them. */
export type Content = ResourceRecord | Records;

export function isList(content: Content): content is Records {
  return Symbol.iterator in content;
}
