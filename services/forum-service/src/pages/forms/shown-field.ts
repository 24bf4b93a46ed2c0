import { type CommonWords, type DialogWords, fill } from '@guidepost/i18n';
import type { Forum } from '../../model/forum.ts';
import { parseTopic } from '../../model/topics.ts';
import { topicNames } from '../topic-words.ts';

type Words = CommonWords & DialogWords;

export interface ShownField {
  name: string;
  label: string;
  hint: string | undefined;
  value: string;
  messages: readonly string[];
  kind: 'line' | 'email' | 'number' | 'lines' | 'choice';
  isRequired: boolean;
  /** Token for browser autofill. */
  autocomplete: string | undefined;
  options: readonly { value: string; label: string; chosen: boolean }[];
}

export interface FieldsRequest {
  forum: Forum;
  words: Words;
  names: readonly string[];
  /** Names that must be filled in. */
  required: ReadonlySet<string>;
  values: ReadonlyMap<string, string>;
  messages: Readonly<Record<string, readonly string[]>>;
}

type FieldLook = Pick<ShownField, 'kind' | 'autocomplete'> & { label: keyof DialogWords | 'tags' };

/** A Map, since a metadata field may be called like a property of Object. */
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

/** Content comes first, then metadata, then the author. */
const WHAT_IS_SAID = ['topic', 'title', 'text', 'report_reason'];

/** The fields of a form, labelled in the forum's language and in display order. */
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

/** Turns `order_number` into `Order number`. */
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
