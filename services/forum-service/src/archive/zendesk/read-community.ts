import { SCHEMES } from '@guidepost/addresses';
import {
  type Item,
  isHiddenInCommunity,
  itemsIn,
  type Listed,
  listEntries,
  readFetchFolder,
  readLists,
  type SavedFolder,
  textIn,
  zendeskCommunity,
} from '@guidepost/fetch';
import { AppError } from '@guidepost/service-kit';
import type { MappedPart } from '../moved-in/place-map.ts';

/** A topic of a community: a part of it, with posts. */
export interface CommunityTopic extends MappedPart {
  id: string;
  name: string;
  isHidden: boolean;
}

/** A fetched community. */
export interface Community {
  site: URL;
  /** The hosts at which its pages are. */
  hosts: ReadonlySet<string>;
  folder: SavedFolder;
  topics: ReadonlyMap<string, CommunityTopic>;
  /** Oldest first, without their texts. */
  posts: readonly Listed[];
  /** Who has written something, by their ids. */
  users: ReadonlyMap<string, Item>;
  /** The comments of a post, oldest first. */
  commentsOf(post: Listed): Promise<readonly Item[]>;
}

/** @throws AppError `invalid` if the folder cannot be read, or has no posts */
export async function readCommunity(path: string, signal: AbortSignal): Promise<Community> {
  const folder = await readFetchFolder(path);
  const lists = readLists(folder, zendeskCommunity);
  const site = new URL(folder.state.url);
  const topics = await listEntries(lists, 'topics', []);
  const posts = (await listEntries(lists, 'posts', ['details'])).toSorted(byAge);
  if (posts.length === 0) throw new AppError('invalid', `${path}: has no posts of a community.`);
  const users = new Map<string, Item>();
  const addUsers = (body: unknown) => {
    for (const user of itemsIn(body, 'users')) users.set(textIn(user, 'id') ?? '', user);
  };
  for await (const { body } of lists.pages('posts')) addUsers(body);
  for (const { id } of posts.filter(hasComments)) {
    signal.throwIfAborted();
    for (const { body } of await lists.pagesOf('comments', id)) addUsers(body);
  }
  return {
    site,
    hosts: new Set([site.host, ...hostsOf([...topics, ...posts])]),
    folder,
    topics: new Map(readTopics(topics.map(({ item }) => item)).map((topic) => [topic.id, topic])),
    posts,
    users,
    async commentsOf(post) {
      const comments = hasComments(post) ? await lists.entriesOf('comments', post.id) : [];
      const byId = new Map(comments.map((item) => [textIn(item, 'id') ?? '', item]));
      byId.delete('');
      return Array.from(byId, ([id, item]) => ({ id, item }))
        .toSorted(byAge)
        .map(({ item }) => item);
    },
  };
}

/** Comments of earlier rounds are gone if a post has none any more. */
function hasComments({ item }: Listed): boolean {
  return item.comment_count !== 0;
}

function byAge(a: Pick<Listed, 'id' | 'item'>, b: Pick<Listed, 'id' | 'item'>): number {
  return timeIn(a.item) - timeIn(b.item) || compareIds(a.id, b.id);
}

function timeIn({ created_at }: Item): number {
  return Date.parse(String(created_at)) || 0;
}

/** Numbers of up to 20 digits, as they grow. */
export function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : Number(a > b));
}

function hostsOf(listed: readonly Listed[]): string[] {
  return listed.flatMap(({ item }) => URL.parse(String(item.html_url))?.host ?? []);
}

/** Their names in a map are words of their addresses and their names, as far as they have them alone, and numbers. */
function readTopics(items: readonly Item[]): CommunityTopic[] {
  const named = items.map((item) => ({
    item,
    words: [...new Set([textIn(item, 'name') ?? '', tailOf(item)].map(slugOf))],
  }));
  const counts = Map.groupBy(
    named.flatMap(({ words }) => words),
    (word) => word,
  );
  return named.map(({ item, words }) => {
    const id = textIn(item, 'id') ?? '';
    const own = words.filter((word) => word !== '' && !/^\d+$/.test(word) && counts.get(word)?.length === 1);
    const name = textIn(item, 'name')?.trim() || `topic ${id}`;
    return { id, name, keys: [...own, id], isHidden: isHiddenInCommunity(item) };
  });
}

/** `/hc/en-us/community/topics/360-Feature-Requests` */
function tailOf({ html_url }: Item): string {
  const path = URL.parse(String(html_url))?.pathname ?? '';
  const { kind, id } = SCHEMES.zendesk(path) ?? {};
  const start = kind === 'topic' ? path.indexOf(`/${id}-`) : -1;
  return start < 0 ? '' : decoded(path.slice(start + `/${id}-`.length));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function slugOf(words: string): string {
  return (
    words
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join('-');
}
