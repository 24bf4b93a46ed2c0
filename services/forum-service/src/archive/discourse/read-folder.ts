import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Item, isItem, itemsIn, textIn } from '@guidepost/fetch';
import { AppError, unreadable } from '@guidepost/service-kit';
import { columnsOf, type DumpTableName } from './dump/dump-tables.ts';
import type { Store } from './store.ts';

/** Bytes of an answer with a topic. */
const LARGEST_ANSWER = 100_000_000;

/**
 * Fills the store with the answers of `/t/{id}.json` and `/site.json` in a folder: those of `forum fetch discourse`, or
 * saved otherwise. Later answers replace earlier ones.
 * @returns the address of the forum, if the folder says so
 * @throws AppError `invalid`
 */
export async function loadFolder(
  folder: string,
  store: Store,
  signal: AbortSignal,
): Promise<URL | undefined> {
  store.index();
  let topics = 0;
  for (const path of await answersIn(folder)) {
    signal.throwIfAborted();
    const body = await readAnswer(folder, path);
    if (isItem(body.post_stream)) topics += addTopic(body, store);
    for (const category of categoriesIn(body)) addCategory(category, store);
  }
  if (topics === 0)
    throw new AppError(
      'invalid',
      `${folder}: has no topics of Discourse, such as /t/12.json?include_raw=1 answers.`,
    );
  addMissingCategories(store);
  for (const name of await readdir(join(folder, 'files')).catch(() => [])) await addFile(folder, name, store);
  return siteOf(folder);
}

/** JSON files of the folder and of the rounds of a fetch, oldest first. */
async function answersIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw unreadable(error, folder);
  });
  const rounds = names.filter((name) => /^round-\d{1,6}$/.test(name));
  const sorted = rounds.toSorted((a, b) => Number(a.slice(6)) - Number(b.slice(6)));
  const inRounds = await Promise.all(
    sorted.map(async (round) =>
      (await readdir(join(folder, round))).sort().map((name) => `${round}/${name}`),
    ),
  );
  return [...names.sort(), ...inRounds.flat()].filter(
    (name) => name.endsWith('.json') && name !== 'fetch.json',
  );
}

async function readAnswer(folder: string, path: string): Promise<Item> {
  const file = join(folder, path);
  const { size } = await stat(file);
  if (size > LARGEST_ANSWER)
    throw new AppError('invalid', `${path}: is too large for an answer of Discourse`);
  try {
    const body: unknown = JSON.parse(await readFile(file, 'utf8'));
    return isItem(body) ? body : {};
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new AppError('invalid', `${path}: is not JSON`, { cause });
    throw unreadable(cause, path);
  }
}

/** In `/site.json` and `/categories.json`. */
function categoriesIn(body: Item): Item[] {
  const list = isItem(body.category_list) ? body.category_list : body;
  return itemsIn(list, 'categories').flatMap((category) => [
    category,
    ...itemsIn(category, 'subcategory_list'),
  ]);
}

function addCategory(category: Item, store: Store): void {
  store.run('delete from categories where id = ?', Number(category.id));
  add(store, 'categories', { ...category, read_restricted: category.read_restricted === true });
}

/** A folder without a list of categories has only topics that everyone may read. */
function addMissingCategories(store: Store): void {
  if (store.get('select 1 from categories') !== undefined) return;
  store.run(
    `insert into categories (id, name, slug, read_restricted)
     select distinct category_id, 'category ' || category_id, 'category-' || category_id, 'f'
     from topics where category_id is not null`,
  );
}

/** @returns 1 for a topic that was not there */
function addTopic(body: Item, store: Store): number {
  const posts = isItem(body.post_stream) ? itemsIn(body.post_stream, 'posts') : [];
  const id = Number(body.id);
  const isStart = typeof body.title === 'string' && posts.some(({ post_number }) => post_number === 1);
  const isKnown = store.get('select 1 from topics where id = ?', id) !== undefined;
  if (isStart && isKnown) {
    store.run('delete from posts where topic_id = ?', id);
    store.run('delete from topic_tags where topic_id = ?', id);
    store.run('delete from topic_custom_fields where topic_id = ?', id);
  }
  if (typeof body.title === 'string' && (isStart || !isKnown)) {
    store.run('delete from topics where id = ?', id);
    add(store, 'topics', { archetype: 'regular', visible: true, ...body });
    addTags(body, store);
  }
  for (const post of posts) addPost({ topic_id: id, hidden: false, ...post }, store);
  return isKnown ? 0 : 1;
}

/** Names, or in later versions objects that have one. */
function addTags({ id, tags }: Item, store: Store): void {
  for (const tag of Array.isArray(tags) ? tags : []) {
    const name = isItem(tag) ? textIn(tag, 'name') : String(tag);
    if (!name) continue;
    const known = store.get<{ id: number }>('select id from tags where name = ?', name);
    const { next } = store.get<{ next: number }>('select coalesce(max(id), 0) + 1 as next from tags') ?? {
      next: 1,
    };
    if (!known) add(store, 'tags', { id: next, name });
    add(store, 'topic_tags', { topic_id: id, tag_id: known?.id ?? next });
  }
}

const LIKE = 2;

function addPost(post: Item, store: Store): void {
  const like = itemsIn(post, 'actions_summary').find(({ id }) => id === LIKE);
  store.run('delete from posts where id = ? and topic_id = ?', Number(post.id), Number(post.topic_id));
  add(store, 'posts', {
    ...post,
    raw: typeof post.raw === 'string' ? post.raw : '',
    like_count: like?.count ?? 0,
  });
  if (post.accepted_answer === true)
    add(store, 'topic_custom_fields', {
      topic_id: post.topic_id,
      name: 'accepted_answer_post_id',
      value: post.id,
    });
  addAuthor(post, store);
  for (const [number, poll] of itemsIn(post, 'polls').entries()) addPoll(post, poll, { number, store });
}

function addAuthor(post: Item, store: Store): void {
  const { user_id: id, username, name, admin, moderator, staff, user_title: title } = post;
  if (typeof id !== 'number' || typeof username !== 'string') return;
  store.run('delete from users where id = ?', id);
  add(store, 'users', {
    id,
    username,
    name,
    admin: admin === true || (staff === true && moderator !== true),
    moderator,
    title,
  });
  const group = textIn(post, 'primary_group_name');
  if (group === undefined) return;
  const known = store.get<{ id: number }>('select id from groups where name = ?', group);
  const { next } = store.get<{ next: number }>('select count(*) + 1 as next from groups') ?? { next: 1 };
  if (!known) add(store, 'groups', { id: next, name: group });
  add(store, 'group_users', { group_id: known?.id ?? next, user_id: id });
}

const RESULTS: Readonly<Record<string, number>> = { always: 0, on_vote: 1, on_close: 2, staff_only: 3 };

/** Polls in a post, beyond which there are none. */
const MOST_POLLS = 1_000;

function addPoll(post: Item, poll: Item, { number, store }: { number: number; store: Store }): void {
  const id = Number(post.id) * MOST_POLLS + Math.min(number, MOST_POLLS - 1);
  store.run('delete from polls where id = ?', id);
  store.run('delete from poll_options where poll_id = ?', id);
  const results = RESULTS[textIn(poll, 'results') ?? 'always'] ?? RESULTS.staff_only;
  const status = poll.status === 'closed' ? 1 : 0;
  add(store, 'polls', { id, post_id: post.id, name: textIn(poll, 'name') ?? 'poll', status, results });
  const options = itemsIn(poll, 'options');
  if (options.some(({ votes }) => typeof votes !== 'number')) return;
  for (const [place, { votes }] of options.entries())
    add(store, 'poll_options', { id: place, poll_id: id, vote_count: votes });
}

/** As a dump writes values. */
function add(store: Store, table: DumpTableName, item: Item): void {
  const values = columnsOf(table).map((column) => {
    const value = item[column];
    if (typeof value === 'boolean') return value ? 't' : 'f';
    return typeof value === 'string' || typeof value === 'number' ? value : null;
  });
  store.add(table, values);
}

/** Files are named by the SHA-1 of their content. */
async function addFile(folder: string, name: string, store: Store): Promise<void> {
  const [, sha1, shown] = /^([0-9a-f]{40})-(.*)$/s.exec(name) ?? [];
  if (sha1 === undefined) return;
  const url = `/original/${name}`;
  add(store, 'uploads', { sha1, url, original_filename: shown });
  const { size } = await stat(join(folder, 'files', name));
  store.run('insert into archived_files (name, content, size) values (?, ?, ?)', url.slice(1), name, size);
  store.run('insert into archived_files (name, content, size) values (?, ?, ?)', name, name, size);
}

async function siteOf(folder: string): Promise<URL | undefined> {
  const state: unknown = await readFile(join(folder, 'fetch.json'), 'utf8')
    .then((text): unknown => JSON.parse(text))
    .catch(() => undefined);
  return isItem(state) ? (URL.parse(textIn(state, 'url') ?? '') ?? undefined) : undefined;
}
