import type { FieldTable } from '../../posting/field.ts';
import type { Site } from '../site.ts';
import { type FieldsRequest, type FormField, formFields } from './form-field.ts';

export interface BlankForm {
  table: FieldTable;
  /** The forum's metadata fields, all optional. */
  metadata?: readonly string[];
  values?: FieldsRequest['values'];
}

/** The fields of an empty form, without those that require a key. */
export function blankFields(
  { forum, phrasing: { words } }: Pick<Site, 'forum' | 'phrasing'>,
  { table, metadata = [], values = new Map() }: BlankForm,
): FormField[] {
  const required = requiredNames(table);
  return formFields({ forum, words, names: [...required, ...metadata], required, values, messages: {} });
}

export function requiredNames(table: FieldTable): Set<string> {
  return new Set(Object.entries(table).flatMap(([name, { required }]) => (required ? [name] : [])));
}
