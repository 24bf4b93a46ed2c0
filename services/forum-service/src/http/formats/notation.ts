import type { ResourceRecord, ShortContent } from './record.ts';

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
