import { type ShownField, shownFields } from '../../forms/shown-field.ts';
import type { Site } from '../site.ts';

const USUAL = ['topic', 'title', 'text', 'name', 'useremail'] as const;

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
      names: [...USUAL.slice(0, 3), ...asked, ...USUAL.slice(3)],
      required: new Set(USUAL),
      values: new Map([['topic', forum.default_topic]]),
      messages: {},
    }),
  };
}
