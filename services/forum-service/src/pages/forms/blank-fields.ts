import type { FieldTable } from '../../posting/field.ts';
import type { Site } from '../site.ts';
import { type FieldsRequest, type ShownField, shownFields } from './shown-field.ts';

export interface BlankForm {
  table: FieldTable;
  /** The forum's metadata fields, all optional. */
  asked?: readonly string[];
  values?: FieldsRequest['values'];
}

/** The fields of an empty form, without those that require a key. */
export function blankFields(
  { forum, phrasing: { words } }: Pick<Site, 'forum' | 'phrasing'>,
  { table, asked = [], values = new Map() }: BlankForm,
): ShownField[] {
  const required = requiredNames(table);
  return shownFields({ forum, words, names: [...required, ...asked], required, values, messages: {} });
}

export function requiredNames(table: FieldTable): Set<string> {
  return new Set(Object.entries(table).flatMap(([name, { required }]) => (required ? [name] : [])));
}
