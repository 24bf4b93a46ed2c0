import { AppError } from '@guidepost/service-kit';
import { parse as parseToml, TomlError } from 'smol-toml';
import type { PropertyName } from '../../../content/guide-properties.ts';
import { parseSlug, slugFrom } from '../../../model/slug.ts';
import type { PropertyChanges } from '../../../reviews/write-properties.ts';
import { parseJson } from '../decode.ts';
import { readSaidProperties } from '../said-properties.ts';
import { describeValue, isMap, toValue, type Value } from '../value.ts';
import { isAboutVisibility, readVisibility, type Visibility } from '../visibility.ts';
import { type Block, findFrontMatter } from './front-matter-block.ts';
import { type GeneratorKeys, readGeneratorKeys } from './generator-keys.ts';
import { readLineProperties } from './line-properties.ts';
import { kindOfFile } from './paths.ts';
import {
  type Entry,
  invalidProperties,
  NAMES,
  POSITION,
  type PropertyText,
  readProperties,
  refuseTooLarge,
  SLUGS,
  TEXT,
} from './properties.ts';
import { readYaml } from './read-yaml.ts';

export interface FrontMatter extends Partial<FrontMatterValues>, Visibility {
  /** Why the pages below this one are not public. */
  cascade?: string;
  /** Keys that are not read. */
  unknown: string[];
  /** Values that were read in another way than they are written: `place: line 3: remark`. */
  remarks: string[];
  /** Other addresses and names of the page, such as `permalink` and `aliases`. */
  addresses?: string[];
  /** Summary, search words, owner and reviews. */
  properties?: PropertyChanges;
  /** ISO 8601. */
  dates?: GeneratorKeys['dates'];
  /** The title of a page that has no other. */
  label?: string;
  /** BCP 47. */
  language?: string;
  /** The slug or the file of the guide that it translates. */
  translationOf?: string;
}

interface FrontMatterValues {
  title: string;
  slug: string;
  categories: string[];
  position: number;
  tags: string[];
  former: string[];
}

export interface SplitFile {
  front: FrontMatter;
  text: string;
}

const KINDS = {
  title: TEXT,
  slug: TEXT,
  categories: NAMES,
  position: POSITION,
  tags: NAMES,
  former: SLUGS,
};

/** Other names of keys; Zola has the lists in `taxonomies`. */
const SYNONYMS: Record<string, string> = { category: 'categories', tag: 'tags' };
const TAXONOMIES = ['categories', 'tags'];

/** Keys of site generators for what search engines get. */
const PROPERTY_SYNONYMS: ReadonlyMap<string, PropertyName> = new Map([
  ['description', 'summary'],
  ['keywords', 'synonyms'],
]);

/** Keys with addresses at which a generator serves the page; Obsidian has names in `aliases`. */
const ADDRESSES = new Set(['alias', 'aliases', 'link', 'permalink', 'redirect_from', 'url']);

/** Whether a line such as `title: A` is of front matter, even if nothing else shows that. */
const isKnown = (key: string) =>
  Object.hasOwn(KINDS, key.toLowerCase()) ||
  Object.hasOwn(SYNONYMS, key.toLowerCase()) ||
  isAboutVisibility(key);

/**
 * Reads the YAML, TOML or JSON at the beginning of a file.
 * @throws AppError `invalid` with a line for each mistake: file, line and problem
 */
export function splitFrontMatter(source: string, place: string, now = new Date()): SplitFile {
  const block = findFrontMatter(source, { place, isKnown });
  const entries = block && readBlock(block, place);
  if (block && entries) return { front: describeEntries(entries, place, now), text: block.text };
  const isMarkdown = kindOfFile(place) === 'markdown';
  const { entries: lines = [], text = source } = (isMarkdown && readLineProperties(source, place, now)) || {};
  return { front: describeEntries(lines, place, now), text };
}

/** Undefined if it is no front matter, but text between two lines of hyphens. */
function readBlock({ language, source, linesAbove, isSure }: Block, place: string): Entry[] | undefined {
  const properties: PropertyText = { text: source, place, linesAbove, part: 'the front matter' };
  const entries = language === 'yaml' ? readYaml(properties) : readParsed(properties, language);
  if (entries) return isSure || entries.some(({ key }) => isKnown(key)) ? entries : undefined;
  const hidden = source
    .split('\n')
    .some((line) => isKnown(/^\s*["']?([\w-]+)["']?\s*[:=]/.exec(line)?.[1] ?? ''));
  if (!hidden) return undefined;
  const message = 'the front matter must be a mapping such as "title: Install"';
  throw new AppError('invalid', `${place}: line ${linesAbove + 1}: ${message}`);
}

function readParsed(properties: PropertyText, language: 'toml' | 'json'): Entry[] {
  refuseTooLarge(properties);
  const { text, place, linesAbove } = properties;
  const lines = text.split('\n');
  const parsed = language === 'toml' ? readToml(properties) : parseJson(text, place);
  const value = toValue(parsed);
  return Array.from(isMap(value) ? value : [], ([key, member]) => {
    const found = lines.findIndex((line) =>
      line
        .trimStart()
        .replace(/^["'[]+/, '')
        .startsWith(key),
    );
    return { key, value: member, line: linesAbove + Math.max(found, 0) + 1 };
  });
}

function readToml({ text, place, linesAbove }: PropertyText): unknown {
  try {
    return parseToml(text, { integersAsBigInt: true });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [message = ''] = error.message.split('\n');
    const reason = message.replace(/^Invalid TOML document: /, 'invalid TOML: ');
    throw new AppError('invalid', `${place}: line ${linesAbove + error.line}: ${reason}`, { cause: error });
  }
}

function describeEntries(entries: readonly Entry[], place: string, now: Date): FrontMatter {
  const named = entries.flatMap(withTheirNames);
  const { values, others } = readProperties<FrontMatterValues>(named, KINDS, place);
  const pairs = others.map(({ key, value }) => [key, value] as const);
  const { hidden, published, understood } = readVisibility(pairs, now);
  const said = readSaidProperties(pairs, PROPERTY_SYNONYMS);
  const cascade = readCascade(others, now);
  refuseHidden(others, place);
  const generated = readGeneratorKeys(others, now);
  const elsewhere = others.filter(({ key, mistake }) => ADDRESSES.has(key) && mistake === undefined);
  const addresses = elsewhere.flatMap(({ value }) => textsIn(value));
  const unread = others.filter(
    (entry) =>
      !understood.has(entry.key) &&
      !said.understood.has(entry.key) &&
      !generated.understood.has(entry) &&
      !(cascade && isCascade(entry.key)) &&
      !elsewhere.includes(entry),
  );
  const wrong = unread.map((entry) => ({
    ...entry,
    mistake: entry.mistake ?? said.mistakes.get(entry.key) ?? generated.mistakes.get(entry),
  }));
  const { slug: written, ...rest } = values;
  const slug = written === undefined ? undefined : (parseSlug(written) ?? slugFrom(written));
  const line = named.find(({ key }) => key.toLowerCase() === 'slug')?.line;
  const { dates, label, language, translationOf } = generated;
  const position = rest.position ?? generated.position;
  return {
    ...rest,
    ...(position !== undefined && { position }),
    ...(dates && { dates }),
    ...(label !== undefined && { label }),
    ...(language !== undefined && { language }),
    ...(translationOf !== undefined && { translationOf }),
    ...(slug && { slug }),
    ...(addresses.length > 0 && { addresses }),
    ...visibilityIn(place, { hidden, published }),
    ...(cascade && { cascade }),
    ...(Object.keys(said.properties).length > 0 && { properties: said.properties }),
    unknown: wrong.filter(({ mistake }) => mistake === undefined).map(({ key }) => key),
    remarks: [
      ...wrong
        .filter(({ mistake }) => mistake !== undefined)
        .map((entry) => `${place}: line ${entry.line}: ${entry.key} is not read: ${entry.mistake}`),
      ...(written !== slug ? [`${place}: line ${line}: ${remarkOnSlug(written, slug)}`] : []),
    ],
  };
}

/** An invalid value may have swallowed a key that decides (S41), such as `draft`. */
function refuseHidden(entries: readonly Entry[], place: string): void {
  const mistakes = entries.flatMap(({ line, mistake = '', swallowed = [] }) =>
    swallowed.some(isKnown) ? [{ line, message: mistake }] : [],
  );
  if (mistakes.length > 0) throw invalidProperties(place, mistakes);
}

const isCascade = (key: string) => key.toLowerCase() === 'cascade';

/** Hugo's values for all pages below a section, or a list of them with targets. */
function readCascade(entries: readonly Entry[], now: Date): string | undefined {
  const value = entries.find(({ key }) => isCascade(key))?.value;
  const maps = Array.isArray(value) ? value : [value];
  const reasons = maps.filter(isMap).map((map) => readVisibility(map, now).hidden);
  return reasons.find((reason) => reason !== undefined);
}

/** Jekyll keeps drafts in a folder. */
function visibilityIn(place: string, { hidden, published }: Visibility): Visibility {
  const isDraft = place.split('/').slice(0, -1).includes('_drafts');
  const reason = hidden ?? (isDraft ? 'it is in _drafts' : undefined);
  if (reason !== undefined) return { hidden: reason };
  return published ? { published } : {};
}

function textsIn(value: Value): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return value === undefined || value === null || isMap(value) ? [] : value.flatMap(textsIn);
}

function remarkOnSlug(said: string | undefined, slug: string | undefined): string {
  const written = describeValue(said);
  return slug ? `the slug ${written} becomes ${slug}` : `the slug ${written} has no letters or digits`;
}

function withTheirNames(entry: Entry): Entry[] {
  const { value } = entry;
  const name = entry.key.toLowerCase();
  if (name === 'taxonomies' && isMap(value)) {
    return Array.from(value, ([key, member]) => ({ ...entry, key, value: member })).filter(
      ({ key }) => TAXONOMIES.includes(key) || isKnown(key),
    );
  }
  const synonym = Object.hasOwn(SYNONYMS, name) ? SYNONYMS[name] : undefined;
  return [synonym ? { ...entry, key: synonym } : entry];
}
