import { readFile } from 'node:fs/promises';
import { AppError, unreadable } from '@guidepost/service-kit';
import { parseDocument, stringify } from 'yaml';
import { parseTopic, type Topic } from '../../model/topics.ts';
import type { Category } from './categories.ts';
import type { Store } from './store.ts';

/** Where the topics of a category go. */
export interface Place {
  /** The slug of a forum; undefined to leave them out. */
  forum: string | undefined;
  topic: Topic;
  tags: readonly string[];
}

/** By the paths or slugs of categories. */
export type CategoryMap = ReadonlyMap<string, Place>;

/** Characters; far more than any forum has categories for. */
const LONGEST = 1_000_000;

/**
 * Reads `category: { forum: acme, topic: Q, tags: [linux] }`.
 * @param forum of categories without one
 * @throws AppError `invalid` with the category that is wrong
 */
export async function readCategoryMap(path: string, forum: string): Promise<CategoryMap> {
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
  if (!isRecord(map)) return wrong('must be a list of categories, each with a forum and a topic');
  return new Map(
    Object.entries(map).map(([category, entry]) => [
      category,
      placeOf(entry, forum) ??
        wrong(`${category}: must be { forum: <slug>, topic: Q, P, S or B, tags: [<name>] }`),
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

/** @throws AppError `invalid` if the map has a category that the forum does not have */
export function requireKnownCategories(map: CategoryMap, categories: Iterable<Category>): void {
  const known = new Set(Array.from(categories, ({ path, slug }) => [path, slug]).flat());
  const unknown = [...map.keys()].filter((category) => !known.has(category));
  if (unknown.length > 0)
    throw new AppError(
      'invalid',
      `The map has categories that are not in the forum: ${unknown.slice(0, 10).join(', ')}.`,
    );
}

/** Where a category goes: as the map says for it, or else by what its topics are. */
export function placeOfCategory(map: CategoryMap, category: Category, suggested: Place): Place {
  return map.get(category.path) ?? map.get(category.slug) ?? suggested;
}

/**
 * Suggestions: categories whose topics are voted on have suggestions, those with accepted answers have questions, and
 * others questions with the name of the category as a tag.
 */
export function suggestPlaces(
  store: Store,
  categories: ReadonlyMap<number, Category>,
  forum: string,
): ReadonlyMap<number, Place> {
  const idsOf = (statement: string) =>
    new Set(
      store
        .all<{ id: number }>(`select distinct category_id as id from topics where id in (${statement})`)
        .map(({ id }) => id),
    );
  const voted = idsOf(
    'select topic_id from topic_voting_votes union select topic_id from discourse_voting_votes',
  );
  const solved = idsOf(
    `select topic_id from discourse_solved_solved_topics
     union select topic_id from topic_custom_fields where name = 'accepted_answer_post_id'`,
  );
  return new Map(
    Array.from(categories.values(), ({ id, name }): [number, Place] => {
      if (voted.has(id)) return [id, { forum, topic: 'S', tags: [] }];
      return [id, { forum, topic: 'Q', tags: solved.has(id) ? [] : [tagOf(name)] }];
    }),
  );
}

/** Tags have no commas. */
export function tagOf(name: string): string {
  return Array.from(name.replaceAll(',', ' ').replaceAll(/\s+/g, ' ').trim()).slice(0, 100).join('');
}

const HEADING = `# Where the topics of each category go: forum (a slug, or none to leave them out), topic (Q: questions,
# P: problems, S: suggestions, B: praise) and tags. Categories that are not here go where this file put them.
`;

/** The map to edit. */
export function writeCategoryMap(categories: Iterable<Category>, places: ReadonlyMap<number, Place>): string {
  const entries = [...categories]
    .filter(({ isRestricted }) => !isRestricted)
    .flatMap(({ id, path }) => {
      const place = places.get(id);
      const entry = place && { forum: place.forum ?? 'none', topic: place.topic, tags: [...place.tags] };
      return entry
        ? [`${stringify(path).trim()}: ${stringify(entry, { collectionStyle: 'flow', lineWidth: 0 })}`]
        : [];
    });
  return HEADING + entries.join('');
}
