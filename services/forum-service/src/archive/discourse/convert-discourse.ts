import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@guidepost/service-kit';
import { LRUCache } from 'lru-cache';
import {
  type Conversion,
  type ConversionOptions,
  type MovedForum,
  type MovedSource,
  readMap,
  writeArchives,
} from '../moved-in/conversion.ts';
import { copyFiles, FILES } from '../moved-in/files.ts';
import { createLeftOut, type LeftOut } from '../moved-in/left-out.ts';
import {
  type Place,
  type PlaceMap,
  placeIn,
  requireKnownParts,
  writePlaceMap,
} from '../moved-in/place-map.ts';
import { type Category, readCategories, suggestPlaces } from './categories.ts';
import { createWantedFiles } from './old-addresses.ts';
import { otherAddresses } from './other-addresses.ts';
import { createPeople } from './people.ts';
import { createPostTexts } from './post-text.ts';
import { isFolder, loadBackup, saveFiles } from './read-backup.ts';
import { loadFolder } from './read-folder.ts';
import { readTopics } from './read-topics.ts';
import { createStore, type Store } from './store.ts';

/** Forums of Discourse: backups, and folders of answers. Nothing of a backup is executed. */
export const DISCOURSE: MovedForum = { convert, suggestMap };

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

async function convert(options: ConversionOptions): Promise<Conversion> {
  const { path, work, forum, signal, staffGroups } = options;
  const { map, forums } = await readMap(options, 'category');
  return withStore(options, async ({ store, leftOut, foundSite }) => {
    const categories = readCategories(store);
    requireKnownParts(map, categories.values(), 'category');
    const placeOf = createPlaces(store, { categories, map, forum });
    const people = createPeople(store, { staffGroups, now: new Date() });
    const files = createWantedFiles(store, leftOut);
    const { home = '', language = 'en' } = forums.get(forum) ?? {};
    const homeOf = (topic: number) =>
      forums.get(forumOfTopic(topic, { store, categories, placeOf }) ?? '')?.home;
    const texts = createPostTexts({
      store,
      people,
      files,
      site: options.site ?? foundSite,
      language,
      homeOf: remembering(homeOf),
      home,
    });
    const topics = readTopics({ store, categories, placeOf, people, texts, leftOut });
    const archives = await writeArchives(topics, {
      ...options,
      total: countOf(store),
      noun: 'topics',
      addressesOf: (slug) => otherAddresses({ store, categories, placeOf }, slug),
    });
    await mkdir(join(work, FILES), { recursive: true });
    if (await isFolder(path)) await copyFiles(path, { wanted: files.wanted, to: work });
    else await saveFiles(path, { wanted: files.wanted, to: work, signal });
    return { archives, files: files.wanted.size, leftOut: leftOut.counts() };
  });
}

function suggestMap(source: MovedSource): Promise<string> {
  return withStore(source, async ({ store }) => {
    const categories = readCategories(store);
    const places = suggestPlaces(store, categories, source.forum);
    const entries = [...categories.values()].flatMap((part) => {
      const place = places.get(part.id);
      return place && !part.isRestricted ? [{ part, place }] : [];
    });
    return writePlaceMap(entries, { noun: 'category', contents: 'topics' });
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
  { path, work, signal }: MovedSource,
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
  { categories, map, forum }: { categories: ReadonlyMap<number, Category>; map: PlaceMap; forum: string },
): TopicPlaces['placeOf'] {
  const suggested = suggestPlaces(store, categories, forum);
  const standard: Place = { forum, topic: 'Q', tags: [] };
  const places = new Map(
    Array.from(categories.values(), (category) => [
      category.id,
      placeIn(map, category, suggested.get(category.id) ?? standard),
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
