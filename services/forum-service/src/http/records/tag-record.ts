import type { TagRow } from '../../model/tag.ts';
import type { Call } from '../endpoint.ts';
import type { ResourceRecord } from '../formats/record.ts';

/** Its `uri` lists its dialogs and requires a key, which it does not contain. */
export function tagRecord(
  { name, dialogs, is_public }: TagRow,
  { addresses }: Pick<Call, 'addresses'>,
): ResourceRecord {
  return { name, count: dialogs, is_public, uri: addresses.tag(name) };
}
