import { type CommonWords, type DialogWords, fill } from '@guidepost/i18n';
import type { Forum } from '../../model/forum.ts';
import { parseTopic } from '../../model/topics.ts';
import { topicNames } from '../topic-words.ts';

type Words = CommonWords & DialogWords;

/** A field of a form as its page shows it. */
export interface ShownField {
  name: string;
  label: string;
  /** Said below it. */
  hint: string | undefined;
  value: string;
  /** What is wrong with the value. */
  messages: readonly string[];
  kind: 'line' | 'email' | 'number' | 'lines' | 'choice';
  isRequired: boolean;
  /** What browsers fill in for people. */
  autocomplete: string | undefined;
  /** Of a choice, each with its value. */
  options: readonly { value: string; label: string; chosen: boolean }[];
}

export interface FieldsRequest {
  forum: Forum;
  words: Words;
  /** Those that are shown. */
  names: readonly string[];
  /** Of those, the ones without which nothing is posted. */
  required: ReadonlySet<string>;
  /** What was typed, by the names of fields. */
  values: ReadonlyMap<string, string>;
  /** What is wrong with it. */
  messages: Readonly<Record<string, readonly string[]>>;
}

type FieldLook = Pick<ShownField, 'kind' | 'autocomplete'> & { label: keyof DialogWords | 'tags' };

/** No object: a forum may call its own fields as something of every object is called. */
const LOOKS = new Map<string, Partial<FieldLook> & Pick<FieldLook, 'label'>>([
  ['topic', { label: 'topicField', kind: 'choice' }],
  ['title', { label: 'titleField' }],
  ['text', { label: 'textField', kind: 'lines' }],
  ['name', { label: 'nameField', autocomplete: 'name' }],
  ['useremail', { label: 'emailField', kind: 'email', autocomplete: 'email' }],
  ['report_reason', { label: 'reasonField', kind: 'lines' }],
  ['tags', { label: 'tags' }],
  ['archived', { label: 'archivedField' }],
  ['is_org_reply', { label: 'orgReplyField' }],
  ['work_title', { label: 'workTitleField' }],
]);

/** What people came to say is asked for first, then what the forum wants to know of it, then who they are. */
const WHAT_IS_SAID = ['topic', 'title', 'text', 'report_reason'];

/** The fields of a form, in the words of its forum and in the order in which people think of them. */
export function shownFields(request: FieldsRequest): ShownField[] {
  const { names } = request;
  const said = WHAT_IS_SAID.filter((name) => names.includes(name));
  const asked = names.filter((name) => !LOOKS.has(name));
  const rest = names.filter((name) => !said.includes(name) && !asked.includes(name));
  return [...said, ...asked, ...rest].map((name) => shownField(name, request));
}

function shownField(name: string, request: FieldsRequest): ShownField {
  const { forum, words, required, values, messages } = request;
  const asked = forum.metadata_fields.find((field) => field.name === name);
  const look = LOOKS.get(name);
  const value = values.get(name) ?? '';
  const organization = forum.formal_name || forum.name;
  const kind = look?.kind ?? (asked?.type === 'integer' ? 'number' : 'line');
  return {
    name,
    label: look ? textOf(words, look.label) : askedLabel(name),
    hint: asked || kind === 'email' ? fill(words.notShown, { organization }) : undefined,
    value,
    messages: (Object.hasOwn(messages, name) ? messages[name] : undefined) ?? [],
    kind,
    isRequired: required.has(name),
    autocomplete: look?.autocomplete,
    options: kind === 'choice' ? topicOptions(value, request) : [],
  };
}

function textOf(words: Words, key: FieldLook['label']): string {
  const text = words[key];
  return typeof text === 'string' ? text : text.other;
}

/** `order_number` is what a program calls it; people are asked for an `Order number`. */
function askedLabel(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`;
}

function topicOptions(sent: string, { forum, words }: FieldsRequest): ShownField['options'] {
  const chosen = parseTopic(sent);
  const names = topicNames(words);
  return forum.topics.map((topic) => ({
    value: topic,
    label: names[topic],
    chosen: topic === chosen,
  }));
}
