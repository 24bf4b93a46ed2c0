import type { FieldTable } from '../../posting/field.ts';
import type { Site } from '../site.ts';
import { type FieldsRequest, type ShownField, shownFields } from './shown-field.ts';

export interface BlankForm {
  /** What is asked for where it is sent to. */
  table: FieldTable;
  /** What the forum asks for besides, which may be left empty. */
  asked?: readonly string[];
  /** What is filled in already. */
  values?: FieldsRequest['values'];
}

/** The fields of a form that nobody has filled in yet, as anybody can send it who has no key. */
export function blankFields(
  { forum, phrasing: { words } }: Pick<Site, 'forum' | 'phrasing'>,
  { table, asked = [], values = new Map() }: BlankForm,
): ShownField[] {
  const required = requiredNames(table);
  return shownFields({ forum, words, names: [...required, ...asked], required, values, messages: {} });
}

/** The fields without which nothing is posted. */
export function requiredNames(table: FieldTable): Set<string> {
  return new Set(Object.entries(table).flatMap(([name, { required }]) => (required ? [name] : [])));
}
