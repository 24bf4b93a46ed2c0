import type { Addresses } from '../../model/addresses.ts';
import type { Author } from '../../model/author.ts';
import { neutralizeTags } from '../formats/neutralize-tags.ts';
import type { ResourceRecord } from '../formats/record.ts';

/** The author of a post; nothing in it is derived from an e-mail address. */
export function userRecord(
  { poster_id, author_name, work_title }: Author,
  addresses: Addresses,
): ResourceRecord {
  return {
    id: poster_id,
    first_name: neutralizeTags(author_name),
    work_title: neutralizeTags(work_title),
    gravatar_image: addresses.avatar(poster_id, author_name),
  };
}
