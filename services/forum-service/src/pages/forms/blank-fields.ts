import type { FieldTable } from '../../posts/field.ts';
import type { Site } from '../site.ts';
import { type FieldsRequest, type FormField, formFields } from './form-field.ts';

export interface BlankForm {
  table: FieldTable;
  /** The forum's metadata fields, all optional. */
  metadata?: readonly string[];
  values?: FieldsRequest['values'];
  messages?: FieldsRequest['messages'];
}

const AUTHOR_FIELDS: ReadonlySet<string> = new Set(['name', 'useremail']);

/**
 * The fields of a form of ours, without those that require a key, and those that the session of a member gives. They are
 * empty unless values are given.
 */
export function blankFields(
  { forum, phrasing: { words }, member }: Pick<Site, 'forum' | 'phrasing' | 'member'>,
  { table, metadata = [], values = new Map(), messages = {} }: BlankForm,
): FormField[] {
  const required = requiredNames(table);
  const shown = [...required].filter((name) => !member || !AUTHOR_FIELDS.has(name));
  const names = [...shown, ...metadata];
  return formFields({ forum, words, names, required, values, messages, markdown: true });
}

export function requiredNames(table: FieldTable): Set<string> {
  return new Set(Object.entries(table).flatMap(([name, { required }]) => (required ? [name] : [])));
}
