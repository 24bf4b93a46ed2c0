import type { FieldTable } from '../../posting/field.ts';
import type { Site } from '../site.ts';
import { type FieldsRequest, type FormField, formFields } from './form-field.ts';

export interface BlankForm {
  table: FieldTable;
  /** The forum's metadata fields, all optional. */
  metadata?: readonly string[];
  values?: FieldsRequest['values'];
}

const AUTHOR_FIELDS: ReadonlySet<string> = new Set(['name', 'useremail']);

/** The fields of an empty form, without those that require a key, and those that the session of a member gives. */
export function blankFields(
  { forum, phrasing: { words }, member }: Pick<Site, 'forum' | 'phrasing' | 'member'>,
  { table, metadata = [], values = new Map() }: BlankForm,
): FormField[] {
  const required = requiredNames(table);
  const shown = [...required].filter((name) => !member || !AUTHOR_FIELDS.has(name));
  return formFields({ forum, words, names: [...shown, ...metadata], required, values, messages: {} });
}

export function requiredNames(table: FieldTable): Set<string> {
  return new Set(Object.entries(table).flatMap(([name, { required }]) => (required ? [name] : [])));
}
