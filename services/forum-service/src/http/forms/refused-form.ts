import type { Forum } from '../../model/forum.ts';
import { requiredNames } from '../../pages/forms/blank-fields.ts';
import { type ShownField, shownFields } from '../../pages/forms/shown-field.ts';
import type { Site } from '../../pages/site.ts';
import { HONEYPOT } from '../../posting/honeypot.ts';
import { RETURN_FIELDS } from './return-addresses.ts';
import type { SentForm } from './sent-form.ts';

/** Why a form could not be taken. */
export interface Refusal {
  /** Undefined when it could not be read. */
  form: SentForm | undefined;
  /** Says it all, in place of a heading that nothing has been sent. */
  heading?: string;
  /** What is wrong with no field. */
  summary: readonly string[];
  /** What is wrong with fields, by their names. */
  messages: Readonly<Record<string, readonly string[]>>;
  /** Where to go on from a form that cannot be sent again. */
  back?: Back;
}

/** A link to another page of the forum. */
export interface Back {
  address: string;
  text: string;
}

/** A form that could not be taken, as it is shown again. */
export interface RefusedForm {
  /** What is wrong besides the fields that are shown. */
  summary: readonly string[];
  /** Undefined when it is not known what was typed. */
  again: TypedForm | undefined;
}

interface TypedForm {
  fields: readonly ShownField[];
  /** What was sent without having been typed. */
  hidden: readonly (readonly [name: string, value: string])[];
}

/** Never shown again: keys, which have no business in a page, and where nothing is to lead. */
const DROPPED: ReadonlySet<string> = new Set(['key', HONEYPOT, RETURN_FIELDS.error]);

export function refusedForm(site: Site, { form, summary, messages }: Refusal): RefusedForm {
  const names = form ? shownNames(form, site.forum) : [];
  const elsewhere = Object.entries(messages).filter(([name]) => !names.includes(name));
  return {
    summary: [...summary, ...elsewhere.flatMap(([name, all]) => all.map((message) => `${name}: ${message}`))],
    again: form && {
      fields: shownFields({
        forum: site.forum,
        words: site.phrasing.words,
        names,
        required: requiredNames(form.table),
        values: form.fields,
        messages,
      }),
      hidden: [...form.fields].filter(([name]) => !names.includes(name) && isKept(name, form)),
    },
  };
}

/** What has to be filled in, and whatever else of the forum's was. */
function shownNames({ table, fields }: SentForm, forum: Forum): string[] {
  const usual = Object.entries(table).filter(([name, { required }]) => required || fields.has(name));
  const asked = forum.metadata_fields.filter(({ name }) => fields.has(name));
  return [...usual.map(([name]) => name), ...asked.map(({ name }) => name)];
}

/** An address that was refused would be refused again. */
function isKept(name: string, { returnTo }: SentForm): boolean {
  return !DROPPED.has(name) && (name !== RETURN_FIELDS.success || returnTo?.success !== undefined);
}
