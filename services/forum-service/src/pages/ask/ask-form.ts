import type { Followers } from '../../notices/followers.ts';
import { DIALOG_FIELDS } from '../../posts/post-fields.ts';
import { type BlankForm, blankFields } from '../forms/blank-fields.ts';
import type { FormField } from '../forms/form-field.ts';
import type { Site } from '../site.ts';

export interface AskForm {
  heading: string;
  /** Whether the heading is the default one instead of the forum's. */
  isOurs: boolean;
  fields: readonly FormField[];
  offersMail: boolean;
}

type Typed = Partial<Pick<BlankForm, 'values' | 'messages'>>;

/** @param typed what the form is filled in with; by default it is empty */
export function askForm(
  site: Site,
  { isOffered }: Pick<Followers, 'isOffered'>,
  { values, messages = {} }: Typed = {},
): AskForm {
  const { forum, phrasing } = site;
  return {
    heading: forum.popup_header || phrasing.words.ask,
    isOurs: forum.popup_header === '',
    offersMail: isOffered,
    fields: blankFields(site, {
      table: DIALOG_FIELDS,
      metadata: forum.metadata_fields.map(({ name }) => name),
      values: values ?? new Map([['topic', forum.default_topic]]),
      messages,
    }),
  };
}
