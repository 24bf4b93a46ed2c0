import type { Forum } from '../forums/forum.ts';
import { HONEYPOT } from '../posting/honeypot.ts';
import { topicHeading } from '../topics/topic-headings.ts';
import { parseTopic, TOPICS } from '../topics/topics.ts';
import { findFormWords } from './find-form-words.ts';
import type { FormWords } from './form-words.ts';
import { RETURN_FIELDS } from './return-addresses.ts';
import type { SentForm } from './sent-form.ts';

/** A form that could not be taken, as it is shown again; how it looks is the template's affair. */
export interface FormView {
  /** Of the words. */
  language: string;
  words: FormWords;
  /** Unless it is not known which one it is. */
  forumName: string | undefined;
  /** What is wrong besides the fields that are shown. */
  summary: readonly string[];
  /** Undefined when it could not be read. */
  form: ShownForm | undefined;
}

export interface ShownForm {
  fields: readonly ShownField[];
  /** What was sent without having been typed. */
  hidden: readonly (readonly [name: string, value: string])[];
  /** The name of the field that people do not see; nothing is in it. */
  honeypot: string;
}

export interface ShownField {
  name: string;
  label: string;
  value: string;
  messages: readonly string[];
  kind: 'line' | 'email' | 'lines' | 'choice';
  /** Of a choice, each with its value. */
  options: readonly { value: string; label: string; chosen: boolean }[];
}

export interface RefusedForm {
  forum: Forum | undefined;
  form: SentForm | undefined;
  /** What is wrong with no field. */
  summary: readonly string[];
  /** What is wrong with fields, by their names. */
  messages: Readonly<Record<string, readonly string[]>>;
}

/** Never shown again: keys, which have no business in a page, and where nothing is to lead. */
const DROPPED: ReadonlySet<string> = new Set(['key', HONEYPOT, RETURN_FIELDS.error]);

const KINDS: Readonly<Record<string, ShownField['kind']>> = {
  useremail: 'email',
  text: 'lines',
  report_reason: 'lines',
  topic: 'choice',
};

export function formView({ forum, form, summary, messages }: RefusedForm): FormView {
  const { language, words } = findFormWords(forum?.language ?? 'en');
  const names = form ? shownNames(form, forum) : [];
  const isElsewhere = ([name]: [string, unknown]) => !names.includes(name);
  const elsewhere = Object.entries(messages).filter(isElsewhere);
  return {
    language,
    words,
    forumName: forum?.name,
    summary: [...summary, ...elsewhere.flatMap(([name, all]) => all.map((message) => `${name}: ${message}`))],
    form: form && {
      fields: names.map((name) => shownField(name, { forum, form, messages, words })),
      hidden: [...form.fields].filter(([name]) => !names.includes(name) && isKept(name, form)),
      honeypot: HONEYPOT,
    },
  };
}

/** What has to be filled in, and whatever else of the forum's was. */
function shownNames({ table, fields }: SentForm, forum: Forum | undefined): string[] {
  const usual = Object.entries(table).filter(([name, { required }]) => required || fields.has(name));
  const asked = forum?.metadata_fields.filter(({ name }) => fields.has(name)) ?? [];
  return [...usual.map(([name]) => name), ...asked.map(({ name }) => name)];
}

/** An address that was refused would be refused again. */
function isKept(name: string, { returnTo }: SentForm): boolean {
  return !DROPPED.has(name) && (name !== RETURN_FIELDS.success || returnTo?.success !== undefined);
}

function shownField(
  name: string,
  {
    forum,
    form,
    messages,
    words,
  }: Pick<RefusedForm, 'forum' | 'messages'> & { form: SentForm; words: FormWords },
): ShownField {
  const labels: Readonly<Record<string, string>> = words.labels;
  const value = form.fields.get(name) ?? '';
  const kind = KINDS[name] ?? 'line';
  return {
    name,
    label: labels[name] ?? name,
    value,
    messages: messages[name] ?? [],
    kind,
    options: kind === 'choice' ? topicOptions(value, forum) : [],
  };
}

function topicOptions(sent: string, forum: Forum | undefined): ShownField['options'] {
  const topic = parseTopic(sent);
  const language = forum?.language ?? 'en';
  return (forum?.topics ?? TOPICS).map((value) => ({
    value,
    label: topicHeading(value, language),
    chosen: value === topic,
  }));
}
