import type { FieldTable } from '../../posting/field.ts';
import type { Site } from '../site.ts';
import { type FieldsRequest, type FormField, formFields } from './form-field.ts';

export interface BlankForm {
  table: FieldTable;
  /** The forum's metadata fields, all optional. */
  metadata?: readonly string[];
  values?: FieldsRequest['values'];
  messages?: FieldsRequest['messages'];
}

/** The fields of a form of ours, without those that require a key; empty unless values are given. */
export function blankFields(
  { forum, phrasing: { words } }: Pick<Site, 'forum' | 'phrasing'>,
  { table, metadata = [], values = new Map(), messages = {} }: BlankForm,
): FormField[] {
  const required = requiredNames(table);
  return formFields({
    forum,
    words,
    names: [...required, ...metadata],
    required,
    values,
    messages,
    markdown: true,
  });
}

export function requiredNames(table: FieldTable): Set<string> {
  return new Set(Object.entries(table).flatMap(([name, { required }]) => (required ? [name] : [])));
}
