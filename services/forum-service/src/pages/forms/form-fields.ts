import { type ForumWords, fill, type PageWords } from '@guidepost/i18n';
import type { Forum } from '../../model/forum.ts';
import { parseTopic } from '../../model/topics.ts';
import type { FieldTable } from '../../posts/field-kinds.ts';
import { type Site, topicNames } from '../site.ts';

export interface BlankForm {
  table: FieldTable;
  /** The forum's metadata fields, all optional. */
  metadata?: readonly string[];
  values?: FieldsRequest['values'];
  messages?: FieldsRequest['messages'];
}

const AUTHOR_FIELDS: ReadonlySet<string> = new Set(['name', 'useremail']);

/**
 * The fields of a form of ours, without those that require a key, and those that the session of a member gives. They
 * are empty unless values are given.
 */
export function blankFields(
  { forum, phrasing: { words }, member }: Pick<Site, 'forum' | 'phrasing' | 'member'>,
  { table, metadata = [], values = new Map(), messages = {} }: BlankForm,
): FormField[] {
  const required = requiredNames(table);
  const shown = [...required].filter((name) => !member || !AUTHOR_FIELDS.has(name));
  const names = [...shown, ...metadata];
  return formFields({ forum, words, names, required, values, messages, markdown: true });
}

export function requiredNames(table: FieldTable): Set<string> {
  return new Set(Object.entries(table).flatMap(([name, { required }]) => (required ? [name] : [])));
}

type Words = PageWords & ForumWords;

export interface FormField {
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

interface FieldsRequest {
  forum: Forum;
  words: Words;
  names: readonly string[];
  /** Names that must be filled in. */
  required: ReadonlySet<string>;
  values: ReadonlyMap<string, string>;
  messages: Readonly<Record<string, readonly string[]>>;
  /** Whether the text is Markdown. */
  markdown?: boolean;
}

type FieldLayout = Pick<FormField, 'kind' | 'autocomplete'> & {
  label: Exclude<keyof ForumWords, 'members'> | 'tags';
};

/** A Map, since a metadata field may be called like a property of Object. */
const LAYOUTS = new Map<string, Partial<FieldLayout> & Pick<FieldLayout, 'label'>>([
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
const CONTENT_FIELDS = ['topic', 'title', 'text', 'report_reason'];

/** The fields of a form, labelled in the forum's language and in display order. */
export function formFields(request: FieldsRequest): FormField[] {
  const { names } = request;
  const content = CONTENT_FIELDS.filter((name) => names.includes(name));
  const metadata = names.filter((name) => !LAYOUTS.has(name));
  const rest = names.filter((name) => !content.includes(name) && !metadata.includes(name));
  return [...content, ...metadata, ...rest].map((name) => formField(name, request));
}

function formField(name: string, request: FieldsRequest): FormField {
  const { forum, words, required, values, messages, markdown = false } = request;
  const metadata = forum.metadata_fields.find((field) => field.name === name);
  const look = LAYOUTS.get(name);
  const value = values.get(name) ?? '';
  const organization = forum.formal_name || forum.name;
  const kind = look?.kind ?? (metadata?.type === 'integer' ? 'number' : 'line');
  const isHidden = metadata !== undefined || kind === 'email';
  const written = markdown && name === 'text' ? words.markdownHint : undefined;
  const hint = isHidden ? fill(words.notShown, { organization }) : written;
  return {
    name,
    label: look ? textOf(words, look.label) : metadataLabel(name),
    hint,
    value,
    messages: (Object.hasOwn(messages, name) ? messages[name] : undefined) ?? [],
    kind,
    isRequired: required.has(name),
    autocomplete: look?.autocomplete,
    options: kind === 'choice' ? topicOptions(value, request) : [],
  };
}

function textOf(words: Words, key: FieldLayout['label']): string {
  const text = words[key];
  return typeof text === 'string' ? text : text.other;
}

/** Turns `order_number` into `Order number`. */
function metadataLabel(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`;
}

function topicOptions(sent: string, { forum, words }: FieldsRequest): FormField['options'] {
  const chosen = parseTopic(sent);
  const names = topicNames(words);
  return forum.topics.map((topic) => ({
    value: topic,
    label: names[topic],
    chosen: topic === chosen,
  }));
}
