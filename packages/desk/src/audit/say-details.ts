import type { DeskPhrasing } from '@guidepost/i18n';

/** A detail of a change in words; times are shown in the time zone of the reader. */
export type Said = string | { label: string; at: Date };

type Details = Readonly<Record<string, unknown>>;

/** How a service says the details of its changes. */
interface DetailRules {
  /** Details that no page shows, and those that the action says already. */
  unsaid: ReadonlySet<string>;
  /** The names of details. */
  labels: Readonly<Record<string, string>>;
  /** A detail that needs no label; undefined for others, the empty text for nothing. */
  alone?(name: string, value: unknown, details: Details): string | undefined;
  /** The name of a value; undefined for one without. */
  nameOf?(name: string, value: string): string | undefined;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Characters of a text that was changed. */
const LONGEST_TEXT = 100;

/** Details of a change in words. Those that have none are shown as they are stored. */
export function sayDetails(details: Details, rules: DetailRules, { words, language }: DeskPhrasing): Said[] {
  const alone: Said[] = [];
  const labelled: Said[] = [];

  const names = new Intl.DisplayNames(language, { type: 'language' });
  const nameOf = (tag: string) => names.of(tag) ?? tag;

  const say = (name: string, value: unknown): string => {
    if (Array.isArray(value)) return value.map((each) => say(name, each)).join(', ');
    if (typeof value === 'boolean') return value ? words.switchedOn : words.switchedOff;
    if (typeof value === 'object') return JSON.stringify(value);
    const text = String(value);
    if (name === 'role') return roleIn(words, text);
    const named = rules.nameOf?.(name, text);
    if (named !== undefined) return named;
    if (name === 'language' || name === 'languages') return text.split(/, ?/).map(nameOf).join(', ');
    return shortened(text);
  };

  for (const [name, value] of Object.entries(details)) {
    if (rules.unsaid.has(name) || value === null || value === '') continue;
    const label = rules.labels[name] ?? name;
    const text = rules.alone?.(name, value, details);
    if (text !== undefined) alone.push(...(text === '' ? [] : [text]));
    else if (typeof value === 'string' && TIME.test(value) && !Number.isNaN(Date.parse(value)))
      labelled.push({ label, at: new Date(value) });
    else labelled.push(`${label}: ${say(name, value)}`);
  }
  return [...alone, ...labelled];
}

/** A role as people know it. */
export function roleIn({ owner, editor, author }: DeskPhrasing['words'], role: unknown): string {
  const names: Readonly<Record<string, string>> = { owner, editor, author };
  return names[String(role)] ?? String(role);
}

function shortened(text: string): string {
  const characters = Array.from(text);
  return characters.length > LONGEST_TEXT ? `${characters.slice(0, LONGEST_TEXT).join('')}…` : text;
}
