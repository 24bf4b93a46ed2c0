import type { Catalogue } from '@guidepost/i18n';
import { isVisible, withoutUnprintable } from '@guidepost/service-kit';
import type { Forum } from '../model/forum.ts';
import { readTags } from '../model/tag.ts';
import { parseTopic, TOPICS, type Topic } from '../model/topics.ts';

/** The limits of posts; those of texts in code points. */
export const LIMITS = {
  name: 100,
  workTitle: 100,
  email: 254,
  title: 200,
  text: 20_000,
  /** The text of posts in an archive, since other systems allow more. */
  importedText: 100_000,
  reason: 2_000,
  state: 100,
  /** An address of a former site as it is typed, and its target. */
  address: 3_000,
  tag: 100,
  /** Includes spaces around the commas. */
  tagList: 10_000,
  /** How many tags a dialog has. */
  tags: 50,
} as const;

/** The name of a message: a mistake in a field, or why a form was not posted where no field is to blame. */
export type MessageName = keyof Catalogue['messages'];

export interface FieldMistake {
  readonly message: MessageName;
  /** Replaces `{{maximum}}` in the message. */
  readonly maximum?: number;
}

export type Reading<Value> = { readonly value: Value } | { readonly mistakes: readonly FieldMistake[] };

/** Declares a field of a post: requests are validated by it, and the OpenAPI document is generated from it. */
export interface Field<Value> {
  /** CommonMark. */
  readonly description: string;
  /** JSON Schema of accepted values. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly required: boolean;
  readonly requiresKey: boolean;
  /** @param sent undefined when missing */
  readonly read: (sent: unknown, forum: Forum) => Reading<Value>;
}

export type FieldTable = Readonly<Record<string, Field<unknown>>>;

export type FieldValues<Fields extends FieldTable> = {
  readonly [Name in keyof Fields]: Fields[Name] extends Field<infer Value> ? Value : never;
};

/** How the values of a field are read, whether or not it is required: undefined for an empty one. */
export interface FieldKind<Value> extends Pick<Field<Value>, 'description' | 'schema'> {
  readonly read: (sent: unknown, forum: Forum) => Reading<Value | undefined>;
}

export function required<Value>(kind: FieldKind<Value>): Field<Value> {
  return {
    ...kind,
    required: true,
    requiresKey: false,
    read(sent, forum) {
      const reading = kind.read(sent, forum);
      if ('mistakes' in reading) return reading;
      return reading.value === undefined ? refuse({ message: 'required' }) : { value: reading.value };
    },
  };
}

/** An optional field that requires a key. */
export function withKey<Value, Fallback>(
  kind: FieldKind<Value>,
  fallback: Fallback,
): Field<Value | Fallback> {
  return {
    ...kind,
    required: false,
    requiresKey: true,
    read(sent, forum) {
      const reading = kind.read(sent, forum);
      return 'mistakes' in reading ? reading : { value: reading.value ?? fallback };
    },
  };
}

export function refuse(...mistakes: FieldMistake[]): { mistakes: readonly FieldMistake[] } {
  return { mistakes };
}

export interface TextRule {
  /** Maximum length in code points. */
  maximum: number;
  manyLines?: boolean;
}

const LINE_ENDS = /\r\n?/g;
/**
 * Line breaks of word processors, printers and Unicode. In a text of one line they are gaps between words, as tabs are.
 */
const OTHER_BREAKS = /[\v\f\u0085]/g;
const GAPS = /[\t\v\f\u0085]/g;
/** None in names and titles, which become headers of mail (S24). */
const LINE_BREAK = /[\n\r\u2028\u2029]/;

export function textField(description: string, rule: TextRule): FieldKind<string> {
  return {
    description,
    schema: { type: 'string', maxLength: rule.maximum },
    read: (sent) => readText(sent, rule),
  };
}

/** Normalizes to NFC and Unix line breaks, and drops unprintable characters; undefined if nothing visible is left. */
export function readText(sent: unknown, rule: TextRule): Reading<string | undefined> {
  if (sent === undefined) return { value: undefined };
  if (typeof sent !== 'string') return refuse({ message: 'text' });
  const lines = sent.replace(LINE_ENDS, '\n');
  const spaced = rule.manyLines ? lines.replace(OTHER_BREAKS, '\n') : lines.replace(GAPS, ' ');
  const text = withoutUnprintable(spaced).normalize('NFC').trim();
  const mistakes = mistakesIn(text, rule);
  if (mistakes.length > 0) return { mistakes };
  return { value: isVisible(text) ? text : undefined };
}

function mistakesIn(text: string, { maximum, manyLines = false }: TextRule): FieldMistake[] {
  return [
    ...(!manyLines && LINE_BREAK.test(text) ? [{ message: 'one-line' } as const] : []),
    ...(isLonger(text, maximum) ? [{ message: 'too-long', maximum } as const] : []),
  ];
}

/** Compares in code points, of which no text has more than it has UTF-16 units. */
export function isLonger(text: string, maximum: number): boolean {
  return text.length > maximum && Array.from(text).length > maximum;
}

const LOCAL_PART = /^[^\s@"(),:;<>[\]\\\p{Cc}\p{Cf}]{1,64}$/u;
const LABEL = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,62}$/u;

/** Common e-mail addresses: no quotes, comments or IP literals. */
export const EMAIL: FieldKind<string> = {
  description: 'The author’s e-mail address. Visible to editors only.',
  schema: { type: 'string', format: 'email', maxLength: LIMITS.email },
  read(sent) {
    const reading = readText(sent, { maximum: LIMITS.email });
    if ('mistakes' in reading || reading.value === undefined) return reading;
    // Dropping an unprintable character would make another address of it.
    const typed = String(sent).trim();
    const isWhole = typed === withoutUnprintable(typed);
    return isWhole && looksDeliverable(reading.value) ? reading : refuse({ message: 'email' });
  },
};

/** Checks the syntax; whether mail arrives is unknown. */
function looksDeliverable(address: string): boolean {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  if (!LOCAL_PART.test(local) || local.split('.').includes('')) return false;
  const labels = address.slice(at + 1).split('.');
  const isNumber = /^\d+$/.test(labels.at(-1) ?? '');
  return labels.length > 1 && !isNumber && labels.every(isLabel);
}

function isLabel(label: string): boolean {
  return LABEL.test(label) && !label.endsWith('-');
}

export const TOPIC: FieldKind<Topic> = {
  description: 'The kind of dialog, in any form that paths accept; must be offered by the forum.',
  schema: { type: 'string', examples: TOPICS },
  read(sent, forum) {
    if (sent === undefined || sent === '') return { value: undefined };
    const topic = typeof sent === 'string' ? parseTopic(sent) : undefined;
    return topic && forum.topics.includes(topic) ? { value: topic } : refuse({ message: 'topic' });
  },
};

/** Comma-separated tags, without duplicates, in their first spelling. */
export const TAGS: FieldKind<string[]> = {
  description: `Comma-separated tags: at most ${LIMITS.tags} of at most ${LIMITS.tag} characters each.`,
  schema: { type: 'string', maxLength: LIMITS.tagList },
  read(sent) {
    const reading = readText(sent, { maximum: LIMITS.tagList });
    if ('mistakes' in reading) return reading;
    return reading.value === undefined
      ? { value: undefined }
      : limitTags([...readTags(reading.value).values()]);
  },
};

function limitTags(names: string[]): Reading<string[]> {
  if (names.length > LIMITS.tags) return refuse({ message: 'too-many-tags', maximum: LIMITS.tags });
  const isTooLong = names.some((name) => isLonger(name, LIMITS.tag));
  return isTooLong ? refuse({ message: 'long-tag', maximum: LIMITS.tag }) : { value: names };
}

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['on', true],
  ['false', false],
  ['0', false],
  ['off', false],
]);

export function flagField(description: string): FieldKind<boolean> {
  return {
    description,
    schema: { enum: [true, false, ...FLAGS.keys()] },
    read(sent) {
      if (sent === undefined || sent === '') return { value: undefined };
      const flag = typeof sent === 'object' ? undefined : FLAGS.get(String(sent).trim().toLowerCase());
      return flag === undefined ? refuse({ message: 'flag' }) : { value: flag };
    },
  };
}
