import { type ShownField, shownFields } from '../../forms/shown-field.ts';
import { DIALOG_FIELDS } from '../../posting/fields.ts';
import type { Site } from '../site.ts';

/** As anybody can send them, who has no key. */
const USUAL = Object.entries(DIALOG_FIELDS).flatMap(([name, { required }]) => (required ? [name] : []));

/** What a form for a new dialog shows. */
export interface AskForm {
  heading: string;
  fields: readonly ShownField[];
}

/** The form with which people write something new, with what the forum asks for besides the usual. */
export function askForm({ forum, phrasing: { words } }: Site): AskForm {
  const asked = forum.metadata_fields.map(({ name }) => name);
  return {
    heading: forum.popup_header || words.ask,
    fields: shownFields({
      forum,
      words,
      names: [...USUAL, ...asked],
      required: new Set(USUAL),
      values: new Map([['topic', forum.default_topic]]),
      messages: {},
    }),
  };
}
