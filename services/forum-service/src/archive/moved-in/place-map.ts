import { readFile } from 'node:fs/promises';
import { AppError, unreadable } from '@guidepost/service-kit';
import { parseDocument, stringify } from 'yaml';
import { parseTopic, type Topic } from '../../model/topics.ts';

/** Where the dialogs of a part of a former forum go. */
export interface Place {
  /** The slug of a forum; undefined to leave them out. */
  forum: string | undefined;
  topic: Topic;
  tags: readonly string[];
}

/** By the names that people use for the parts of a former forum. */
export type PlaceMap = ReadonlyMap<string, Place>;

/** A part of a former forum, as a map names it: a category, a topic. */
export interface MappedPart {
  /** Its names in a map; a suggested map has the first. */
  keys: readonly string[];
}

/** The names that a former forum has for its parts. */
export type PartNoun = 'category' | 'topic';

const PLURALS: Readonly<Record<PartNoun, string>> = { category: 'categories', topic: 'topics' };

/** Characters; far more than any forum has parts for. */
const LONGEST = 1_000_000;

/**
 * Reads `support: { forum: acme, topic: Q, tags: [linux] }`.
 * @param forum of parts without one
 * @throws AppError `invalid` with the part that is wrong
 */
export async function readPlaceMap(path: string, forum: string, noun: PartNoun): Promise<PlaceMap> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw unreadable(error, path);
  });
  const wrong = (reason: string): never => {
    throw new AppError('invalid', `${path}: ${reason}`);
  };
  if (text.length > LONGEST) return wrong('is too long for a map');
  const document = parseDocument(text, { uniqueKeys: true });
  const [mistake] = document.errors;
  if (mistake) return wrong(mistake.message.split('\n')[0] ?? '');
  const map = withoutAliases(document) ?? wrong('has aliases, which are not read');
  if (!isRecord(map)) return wrong(`must be a list of ${PLURALS[noun]}, each with a forum and a topic`);
  return new Map(
    Object.entries(map).map(([part, entry]) => [
      part,
      placeOf(entry, forum) ??
        wrong(`${part}: must be { forum: <slug>, topic: Q, P, S or B, tags: [<name>] }`),
    ]),
  );
}

function withoutAliases(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 }) ?? [];
  } catch {
    return undefined;
  }
}

function placeOf(entry: unknown, standard: string): Place | undefined {
  if (!isRecord(entry)) return undefined;
  const { forum = standard, topic = 'Q', tags = [], ...others } = entry;
  const kind = typeof topic === 'string' ? parseTopic(topic) : undefined;
  const isForum = forum === false || forum === null || typeof forum === 'string';
  const areTags = Array.isArray(tags) && tags.every((tag) => typeof tag === 'string' && tag.trim() !== '');
  if (!kind || !isForum || !areTags || Object.keys(others).length > 0) return undefined;
  return { forum: typeof forum === 'string' && forum !== 'none' ? forum : undefined, topic: kind, tags };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws AppError `invalid` if the map has a part that the forum does not have */
export function requireKnownParts(map: PlaceMap, parts: Iterable<MappedPart>, noun: PartNoun): void {
  const known = new Set(Array.from(parts, ({ keys }) => keys).flat());
  const unknown = [...map.keys()].filter((part) => !known.has(part));
  if (unknown.length > 0)
    throw new AppError(
      'invalid',
      `The map has ${PLURALS[noun]} that are not in the forum: ${unknown.slice(0, 10).join(', ')}.`,
    );
}

/** Where a part goes: as the map says for it, or else as it is suggested. */
export function placeIn(map: PlaceMap, { keys }: MappedPart, suggested: Place): Place {
  return keys.map((key) => map.get(key)).find((place) => place !== undefined) ?? suggested;
}

/** The forums to which a map leads, and the one of everything else. */
export function forumsOf(map: PlaceMap, forum: string): Set<string> {
  return new Set([forum, ...Array.from(map.values(), (place) => place.forum ?? forum)]);
}

/** Tags have no commas. */
export function tagOf(name: string): string {
  return Array.from(name.replaceAll(',', ' ').replaceAll(/\s+/g, ' ').trim()).slice(0, 100).join('');
}

/** A map to edit. */
export function writePlaceMap(
  entries: Iterable<{ part: MappedPart; place: Place }>,
  { noun, contents }: { noun: PartNoun; contents: string },
): string {
  const lines = Array.from(entries, ({ part, place: { forum = 'none', topic, tags } }) => {
    const entry = stringify({ forum, topic, tags: [...tags] }, { collectionStyle: 'flow', lineWidth: 0 });
    return `${stringify(part.keys[0]).trim()}: ${entry}`;
  });
  const plural = PLURALS[noun];
  return `# Where the ${contents} of each ${noun} go: forum (a slug, or none to leave them out), topic (Q: questions,
# P: problems, S: suggestions, B: praise) and tags. ${capital(plural)} that are not here go where this file put them.
${lines.join('')}`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
