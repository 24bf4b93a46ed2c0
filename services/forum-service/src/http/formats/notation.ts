import type { ResourceRecord, WrittenAtOnce } from './record.ts';

/** How answers are written in a format. */
export interface Notation {
  readonly mediaType: string;
  /** A record, or a short list. */
  whole(content: WrittenAtOnce): string;
  /** What comes before, between and behind the records of a list that is not empty. */
  readonly begin: string;
  readonly between: string;
  readonly end: string;
  /** A record in a list. */
  item(record: ResourceRecord): string;
}
