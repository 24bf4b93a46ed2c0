import type { TagRow } from '../../model/tag.ts';
import type { Call } from '../endpoint.ts';
import type { ResourceRecord } from '../formats/record.ts';

/** Its `uri` lists its dialogs, to whoever has a key; no key stands in it. */
export function tagRecord(
  { name, dialogs, is_public }: TagRow,
  { addresses }: Pick<Call, 'addresses'>,
): ResourceRecord {
  return { name, count: dialogs, is_public, uri: addresses.tag(name) };
}
