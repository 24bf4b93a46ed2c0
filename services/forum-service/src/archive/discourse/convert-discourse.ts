import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NewAddress } from '@guidepost/addresses';
import { AppError } from '@guidepost/service-kit';
import { LRUCache } from 'lru-cache';
import { type Category, readCategories } from './categories.ts';
import {
  type CategoryMap,
  type Place,
  placeOfCategory,
  readCategoryMap,
  requireKnownCategories,
  suggestPlaces,
  writeCategoryMap,
} from './category-map.ts';
import { createLeftOut, type LeftOut, type Reason } from './left-out.ts';
import { createWantedFiles, FILES } from './old-addresses.ts';
import { otherAddresses } from './other-addresses.ts';
import { createPeople } from './people.ts';
import { createPostTexts } from './post-text.ts';
import { isFolder, loadBackup, saveFiles } from './read-backup.ts';
import { copyFiles, loadFolder } from './read-folder.ts';
import { type DiscourseLine, readTopics } from './read-topics.ts';
import { createStore, type Store } from './store.ts';

export interface DiscourseSource {
  /** A backup, or a folder of answers. */
  path: string;
  /** A folder for what is made on the way. */
  work: string;
  /** The forum for what no map has a place for. */
  forum: string;
  /** The file with the places of categories. */
  map?: string | undefined;
  signal: AbortSignal;
}

export interface ConversionOptions extends DiscourseSource {
  staffGroups: readonly string[];
  /** The address of the former forum; that of a fetch is known. */
  site?: URL | undefined;
  /** Reads a forum that topics go to. @throws AppError `not-found` */
  findForum(slug: string): Promise<{ home: string; language: string }>;
  onStart?: (total: number, noun: string) => void;
  onStep?: () => void;
}

interface Archive {
  slug: string;
  path: string;
  /** Those of lists and tags, to add after the import. */
  addresses: NewAddress[];
}

export interface Conversion {
  /** Archives for `forum import`, by forum. */
  archives: Archive[];
  files: number;
  leftOut: Partial<Record<Reason, number>>;
}

/** Whether `forum import` reads a path as a backup or a folder, and not as NDJSON, which begins with a brace. */
export async function isDiscourse(path: string): Promise<boolean> {
  if (await isFolder(path)) return true;
  const file = await open(path).catch(() => undefined);
  if (!file) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0);
    const start = buffer.subarray(0, bytesRead);
    const isGzip = start[0] === 0x1f && start[1] === 0x8b;
    return (
      isGzip ||
      start.subarray(257, 262).toString('latin1') === 'ustar' ||
      start.toString('latin1').startsWith('--')
    );
  } finally {
    await file.close();
  }
}

/**
 * Makes archives for `forum import` of a forum of Discourse. Nothing of it is executed, and the same source gives the
 * same archives.
 * @throws AppError `invalid` if the source or the map cannot be read
 */
export async function convertDiscourse(options: ConversionOptions): Promise<Conversion> {
  const { path, work, forum, signal, staffGroups, findForum } = options;
  const map: CategoryMap = options.map === undefined ? new Map() : await readCategoryMap(options.map, forum);
  const slugs = new Set([forum, ...Array.from(map.values(), (place) => place.forum ?? forum)]);
  const forums = new Map<string, { home: string; language: string }>();
  for (const slug of slugs) forums.set(slug, await findForum(slug));
  return withStore(options, async ({ store, leftOut, foundSite }) => {
    const categories = readCategories(store);
    requireKnownCategories(map, categories.values());
    const placeOf = createPlaces(store, { categories, map, forum });
    const people = createPeople(store, { staffGroups, now: new Date() });
    const files = createWantedFiles(store, leftOut);
    const { home = '', language = 'en' } = forums.get(forum) ?? {};
    const homeOf = (topic: number) =>
      forums.get(forumOfTopic(topic, { store, categories, placeOf }) ?? '')?.home;
    const site = options.site ?? foundSite;
    const texts = createPostTexts({
      store,
      people,
      files,
      site,
      language,
      homeOf: remembering(homeOf),
      home,
    });
    const topics = readTopics({ store, categories, placeOf, people, texts, leftOut });
    const written = await writeArchives(topics, { ...options, total: countOf(store) });
    const archives = written.map((archive) => ({
      ...archive,
      addresses: otherAddresses({ store, categories, placeOf }, archive.slug),
    }));
    await mkdir(join(work, FILES), { recursive: true });
    if (await isFolder(path)) await copyFiles(path, { wanted: files.wanted, to: work });
    else await saveFiles(path, { wanted: files.wanted, to: work, signal });
    return { archives, files: files.wanted.size, leftOut: leftOut.counts() };
  });
}

/** The map that `convertDiscourse` uses without one, as a file to edit. @throws AppError `invalid` */
export function suggestMap(source: DiscourseSource): Promise<string> {
  return withStore(source, async ({ store }) => {
    const categories = readCategories(store);
    return writeCategoryMap(categories.values(), suggestPlaces(store, categories, source.forum));
  });
}

function isFull(error: unknown): boolean {
  const { code, message } = (error ?? {}) as NodeJS.ErrnoException;
  return code === 'ENOSPC' || (code === 'ERR_SQLITE_ERROR' && /\bfull\b/.test(message));
}

interface Loaded {
  store: Store;
  leftOut: LeftOut;
  foundSite: URL | undefined;
}

async function withStore<Result>(
  { path, work, signal }: DiscourseSource,
  use: (loaded: Loaded) => Promise<Result>,
): Promise<Result> {
  const store = createStore(join(work, 'discourse.sqlite'));
  const leftOut = createLeftOut();
  try {
    const isSaved = await isFolder(path);
    const foundSite = isSaved ? await loadFolder(path, store, signal) : undefined;
    if (!isSaved) await loadBackup(path, { store, leftOut, signal });
    return await use({ store, leftOut, foundSite });
  } catch (error) {
    throw isFull(error)
      ? new AppError('invalid', `${work}: the disk is full. TMPDIR names another place.`)
      : error;
  } finally {
    store.close();
  }
}

function createPlaces(
  store: Store,
  { categories, map, forum }: { categories: ReadonlyMap<number, Category>; map: CategoryMap; forum: string },
): TopicPlaces['placeOf'] {
  const suggested = suggestPlaces(store, categories, forum);
  const standard: Place = { forum, topic: 'Q', tags: [] };
  const places = new Map(
    Array.from(categories.values(), (category) => [
      category.id,
      placeOfCategory(map, category, suggested.get(category.id) ?? standard),
    ]),
  );
  return (category) => (category === null ? undefined : places.get(category)) ?? standard;
}

interface TopicPlaces {
  store: Store;
  categories: ReadonlyMap<number, Category>;
  placeOf(category: number | null): Place;
}

/** Undefined for a topic that is not imported: links to it stay text. */
function forumOfTopic(id: number, { store, categories, placeOf }: TopicPlaces): string | undefined {
  const topic = store.get<{ category_id: number | null; archetype: string; deleted_at: string | null }>(
    'select category_id, archetype, deleted_at from topics where id = ?',
    id,
  );
  const isShown = topic && topic.deleted_at === null && topic.archetype !== 'private_message';
  if (!isShown) return undefined;
  const category = topic.category_id === null ? undefined : categories.get(topic.category_id);
  return category?.isRestricted ? undefined : placeOf(topic.category_id).forum;
}

const KEPT = 10_000;

function remembering(read: (id: number) => string | undefined): (id: number) => string | undefined {
  const known = new LRUCache<number, { value: string | undefined }>({ max: KEPT });
  return (id) => {
    const kept = known.get(id) ?? { value: read(id) };
    known.set(id, kept);
    return kept.value;
  };
}

function countOf(store: Store): number {
  return store.get<{ count: number }>('select count(*) as count from topics')?.count ?? 0;
}

async function writeArchives(
  topics: Iterable<{ forum: string; line: DiscourseLine }>,
  { work, signal, onStart, onStep, total }: ConversionOptions & { total: number },
): Promise<Omit<Archive, 'addresses'>[]> {
  const open = new Map<string, { output: WriteStream; archive: Omit<Archive, 'addresses'> }>();
  onStart?.(total, 'topics');
  for (const { forum, line } of topics) {
    signal.throwIfAborted();
    const { output, archive } = open.get(forum) ?? openArchive(work, forum);
    open.set(forum, { output, archive });
    if (!output.write(`${JSON.stringify(line)}\n`)) await once(output, 'drain');
    onStep?.();
    await nextTurn();
  }
  for (const { output } of open.values()) {
    output.end();
    await finished(output);
  }
  if (open.size === 0)
    throw new AppError(
      'invalid',
      'The forum has no topics that everyone may read, or the map leaves all of them out.',
    );
  return Array.from(open.values(), ({ archive }) => archive);
}

function openArchive(work: string, slug: string) {
  const path = join(work, `${slug}.ndjson`);
  return { output: createWriteStream(path), archive: { slug, path } };
}
