import type { Forum } from '../../model/forum.ts';
import { type FormField, formFields, requiredNames } from '../../pages/forms/form-fields.ts';
import type { Site } from '../../pages/site.ts';
import type { MemberSession } from '../../people/sessions.ts';
import type { FieldTable } from '../../posts/field-kinds.ts';
import { FILE_FIELD, HONEYPOT, isMarkdown, RETURN_FIELDS } from '../../posts/submission.ts';
import { describeMistake } from '../../posts/validate-fields.ts';
import type { PostEndpoint } from '../endpoint.ts';
import type { FormFields } from './read-form-fields.ts';
import type { ReturnAddresses } from './return-addresses.ts';

export interface SentForm {
  readonly table: FieldTable;
  readonly countsAs: PostEndpoint['countsAs'];
  readonly fields: FormFields;
  readonly returnTo?: ReturnAddresses;
  /** Who is signed in and sent it: name and address are theirs. */
  readonly member?: MemberSession | undefined;
  /** Whether a file was sent with it. */
  readonly hasFile: boolean;
}

export interface Refusal {
  /** Undefined when it could not be read. */
  form: SentForm | undefined;
  heading?: string;
  /** Errors that concern no field. */
  summary: readonly string[];
  messages: Readonly<Record<string, readonly string[]>>;
  back?: BackLink;
  /** The dialog that it was about. */
  dialogId?: number | undefined;
}

export interface BackLink {
  address: string;
  text: string;
}

interface RefusedForm {
  /** Errors that concern no displayed field. */
  summary: readonly string[];
  /** Undefined when the input is unknown. */
  again: TypedForm | undefined;
}

interface TypedForm {
  /** Undefined unless signed in. */
  member: MemberSession | undefined;
  fields: readonly FormField[];
  hidden: readonly (readonly [name: string, value: string])[];
  /** The name of its drafts, as on the page of the form; undefined for what is no text for readers. */
  draft: string | undefined;
  takesFile: boolean;
  fileMessages: readonly string[];
}

/** Never carried along: keys, which must not appear in a page, the honeypot, and the error address. */
const DROPPED: ReadonlySet<string> = new Set(['key', HONEYPOT, RETURN_FIELDS.error, FILE_FIELD]);

const AUTHOR: ReadonlySet<string> = new Set(['name', 'useremail']);

export function refusedForm(site: Site, { form, summary, messages, dialogId }: Refusal): RefusedForm {
  const names = form ? shownNames(form, site.forum) : [];
  const takesFile = site.attaching !== undefined && form?.countsAs === 'post';
  const { [FILE_FIELD]: ofFile = [], ...others } = messages;
  const lost =
    form?.hasFile && ofFile.length === 0 ? [describeMistake({ message: 'file-again' }, site.language)] : [];
  const fileMessages = takesFile ? [...ofFile, ...lost] : [];
  const elsewhere = Object.entries(takesFile ? others : messages).filter(([name]) => !names.includes(name));
  return {
    summary: [
      ...summary,
      ...(takesFile ? [] : lost),
      ...elsewhere.flatMap(([name, all]) =>
        all.map((message) => (name === FILE_FIELD ? message : `${name}: ${message}`)),
      ),
    ],
    again: form && {
      draft: 'text' in form.table ? draftOf(site.forum, dialogId) : undefined,
      takesFile,
      fileMessages,
      member: form.member,
      fields: formFields({
        forum: site.forum,
        words: site.phrasing.words,
        names,
        required: requiredNames(form.table),
        values: form.fields,
        messages,
        markdown: isMarkdown({ submission: { fields: form.fields, fromProgram: false }, forum: site.forum }),
      }),
      hidden: [...form.fields].filter(([name]) => !names.includes(name) && isKept(name, form)),
    },
  };
}

function draftOf({ id }: Forum, dialogId: number | undefined): string {
  return dialogId === undefined ? `dialog ${id}` : `comment ${dialogId}`;
}

/** Required fields, and those of the forum's own that were filled in. */
function shownNames({ table, fields, member }: SentForm, forum: Forum): string[] {
  const standard = Object.entries(table).filter(
    ([name, { required }]) => (required || fields.has(name)) && !(member && AUTHOR.has(name)),
  );
  const metadata = forum.metadata_fields.filter(({ name }) => fields.has(name));
  return [...standard.map(([name]) => name), ...metadata.map(({ name }) => name)];
}

/** A refused return address is dropped. */
function isKept(name: string, { returnTo, member }: SentForm): boolean {
  if (member && AUTHOR.has(name)) return false;
  return !DROPPED.has(name) && (name !== RETURN_FIELDS.success || returnTo?.success !== undefined);
}
