import { parseLanguageTag } from '@guidepost/i18n/language-tag';
import { foldWhiteSpace } from '@guidepost/service-kit';
import { readDates } from '../read-dates.ts';
import { isMap, type Value } from '../value.ts';
import type { Entry } from './properties.ts';

/** The facts about a page that site generators have in keys of their own. */
export interface GeneratorKeys {
  /** ISO 8601. */
  dates: { createdAt: string | undefined; updatedAt: string | undefined } | undefined;
  /** Among its siblings. */
  position: number | undefined;
  /** The name in menus, for a page without a title. */
  label: string | undefined;
  /** BCP 47. */
  language: string | undefined;
  /** A slug or a file. */
  translationOf: string | undefined;
  /** The entries that were read. */
  understood: ReadonlySet<Entry>;
  /** Why others were not, by entry. */
  mistakes: ReadonlyMap<Entry, string>;
}

/** Folds `last_modified_at`, `lastModifiedAt` and `last-modified-at`. */
const fold = (key: string) => key.toLowerCase().replace(/[^a-z]+/g, '');

/** Hugo, Jekyll, Docusaurus, Astro, Obsidian. */
const CREATED = new Set(['date', 'created', 'createdat', 'datecreated']);
const UPDATED = new Set([
  'updated',
  'updatedat',
  'lastmod',
  'lastmodified',
  'lastmodifiedat',
  'modified',
  'lastupdate',
  'lastupdated',
  'dateupdated',
  'datemodified',
]);
/** Docusaurus, Just the Docs. */
const POSITIONS = new Set(['sidebarposition', 'navorder']);
const LABELS = new Set(['sidebarlabel', 'linktitle', 'navtitle']);

const LANGUAGES = new Set(['lang', 'language']);
const SOURCES = new Set(['translationof']);

const MOST_POSITION = 1_000_000;

/** Reads the keys of a page; none of them keeps it from being imported. */
export function readGeneratorKeys(entries: readonly Entry[], now: Date): GeneratorKeys {
  const understood = new Set<Entry>();
  const mistakes = new Map<Entry, string>();

  function read<Result>(
    keys: ReadonlySet<string>,
    parse: (value: Value) => Result | string,
  ): Result | undefined {
    for (const entry of entries) {
      if (!keys.has(fold(entry.key)) || entry.mistake !== undefined) continue;
      const result = parse(entry.value);
      if (typeof result !== 'string') {
        understood.add(entry);
        return result;
      }
      mistakes.set(entry, result);
    }
    return undefined;
  }

  const created = read(CREATED, readTime);
  const updated = read(UPDATED, (value) => readTime(isMap(value) ? value.get('date') : value));
  const label = read(LABELS, readLabel);
  const isPast = (date: Date | undefined) => date !== undefined && date <= now;
  const dates = {
    createdAt: isPast(created) ? created?.toISOString() : undefined,
    updatedAt: isPast(updated) ? updated?.toISOString() : undefined,
  };
  return {
    dates: (dates.createdAt ?? dates.updatedAt) ? dates : undefined,
    position: read(POSITIONS, readPosition),
    label: label?.text,
    language: read(LANGUAGES, readLanguage)?.tag,
    translationOf: read(SOURCES, readSource)?.name,
    understood,
    mistakes,
  };
}

function readTime(value: Value | undefined): Date | string {
  const [date, other] = typeof value === 'string' ? readDates(value) : [];
  if (date === undefined) return 'must be a date such as 2026-01-31';
  return other === undefined ? date : 'may be one of two days; 2026-01-31 would be clear';
}

/** A page between two others has 1.5. */
function readPosition(value: Value): number | string {
  const number =
    typeof value === 'string' && /^\d{1,7}(?:\.\d{1,6})?$/.test(value) ? Math.floor(Number(value)) : -1;
  return number >= 0 && number <= MOST_POSITION ? number : `must be a number from 0 to ${MOST_POSITION}`;
}

function readLabel(value: Value): { text: string } | string {
  const text = typeof value === 'string' ? foldWhiteSpace(value) : '';
  return text === '' ? 'must be text' : { text };
}

function readLanguage(value: Value): { tag: string } | string {
  const tag = typeof value === 'string' ? parseLanguageTag(value) : undefined;
  return tag === undefined ? 'it must be a language tag such as de or pt-BR' : { tag };
}

function readSource(value: Value): { name: string } | string {
  const name = typeof value === 'string' ? value.trim() : '';
  return name === '' ? 'it must be a slug or a file' : { name };
}
