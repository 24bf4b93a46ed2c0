import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { NewAddress } from '@guidepost/addresses';
import { type Item, isHiddenInCommunity, textIn } from '@guidepost/fetch';
import { AppError } from '@guidepost/service-kit';
import { pageOfPlace } from '../moved-in/addresses.ts';
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
  tagOf,
  writePlaceMap,
} from '../moved-in/place-map.ts';
import { createPeople } from './people.ts';
import { createPostTexts } from './post-text.ts';
import { type Community, type CommunityTopic, readCommunity } from './read-community.ts';
import { readPosts } from './read-posts.ts';

/** Communities of Zendesk: folders of `forum fetch zendesk`. */
export const ZENDESK: MovedForum = { convert, suggestMap };

async function convert(options: ConversionOptions): Promise<Conversion> {
  const { path, work, forum, signal, staffGroups, site } = options;
  if (staffGroups.length > 0 || site)
    throw new AppError('invalid', '--staff-group and --site are for forums of Discourse.');
  const { map, forums } = await readMap(options, 'topic');
  const community = await readCommunity(path, signal);
  requireKnownParts(map, community.topics.values(), 'topic');
  const leftOut = createLeftOut();
  countUnfetched(community, leftOut);
  const places = createPlaces(community, map, forum);
  const placeOf = (post: Item) => places.get(textIn(post, 'topic_id') ?? '');
  const homeOf = createHomes(community, places, (slug) => forums.get(slug)?.home);
  const texts = createPostTexts({ community, leftOut, homeOf });
  const people = createPeople(community.users);
  const archives = await writeArchives(readPosts({ community, placeOf, people, texts, leftOut }), {
    ...options,
    total: community.posts.length,
    noun: 'posts',
    addressesOf: (slug) => addressesOf(community, places, slug),
  });
  await mkdir(join(work, FILES), { recursive: true });
  await copyFiles(path, { wanted: texts.wanted, to: work });
  return { archives, files: texts.wanted.size, leftOut: leftOut.counts() };
}

async function suggestMap({ path, forum, signal }: MovedSource): Promise<string> {
  const community = await readCommunity(path, signal);
  const places = suggestPlaces(community, forum);
  const entries = [...community.topics.values()].flatMap((part) => {
    const place = places.get(part.id);
    return place ? [{ part, place }] : [];
  });
  return writePlaceMap(entries, { noun: 'topic', contents: 'posts' });
}

function countUnfetched({ folder }: Community, leftOut: LeftOut): void {
  const last = folder.state.rounds.at(-1);
  leftOut.add('not_fetched', last?.failed.length);
  if (!last?.finished) leftOut.add('unfinished_fetch');
}

/** Ideas are planned or completed. */
const OF_IDEAS = ['planned', 'not_planned', 'completed'];

/** Where the posts of each topic that everyone may read go: topics with ideas have suggestions, others questions. */
function suggestPlaces({ topics, posts }: Community, forum: string): ReadonlyMap<string, Place> {
  const withIdeas = new Set(
    posts
      .filter(({ item }) => OF_IDEAS.includes(String(item.status)))
      .map(({ item }) => textIn(item, 'topic_id')),
  );
  const shown = [...topics.values()].filter(({ isHidden }) => !isHidden);
  return new Map(
    shown.map(({ id, name }) => [id, { forum, topic: withIdeas.has(id) ? 'S' : 'Q', tags: [tagOf(name)] }]),
  );
}

function createPlaces(community: Community, map: PlaceMap, forum: string): ReadonlyMap<string, Place> {
  const suggested = suggestPlaces(community, forum);
  return new Map(
    Array.from(suggested, ([id, place]) => [id, placeIn(map, community.topics.get(id) ?? NO_TOPIC, place)]),
  );
}

const NO_TOPIC: Pick<CommunityTopic, 'keys'> = { keys: [] };

function createHomes(
  { posts }: Community,
  places: ReadonlyMap<string, Place>,
  homeOfForum: (slug: string) => string | undefined,
) {
  const topicOf = new Map(
    posts.flatMap(({ id, item }) =>
      isHiddenInCommunity(item) ? [] : [[id, textIn(item, 'topic_id') ?? '']],
    ),
  );
  return (kind: 'post' | 'topic', id: string) =>
    homeOfForum(places.get((kind === 'topic' ? id : topicOf.get(id)) ?? '')?.forum ?? '');
}

/** The addresses of topics and of pages that every community has. A topic without posts has no tag here. */
function addressesOf({ posts }: Community, places: ReadonlyMap<string, Place>, slug: string): NewAddress[] {
  const used = new Set(
    posts.flatMap(({ item }) => (isHiddenInCommunity(item) ? [] : (textIn(item, 'topic_id') ?? []))),
  );
  const ofTopics = Array.from(places).flatMap(([id, place]) => {
    const to = pageOfPlace(used.has(id) ? place : { ...place, tags: [] });
    return place.forum === slug ? [{ address: `zendesk:topic:${id}`, to }] : [];
  });
  const ofPages = Object.entries(PAGES).map(([kind, to]) => ({ address: `zendesk:${kind}:`, to }));
  return [...ofTopics, ...ofPages];
}

const PAGES = { community: '/', home: '/', search: '/search', newpost: '/ask', contact: 'contact' } as const;
