import { isVisible } from '@guidepost/service-kit';
import { LIMITS } from '../../posts/field-kinds.ts';
import type { LeftOut } from '../moved-in/left-out.ts';
import { type Place, tagOf } from '../moved-in/place-map.ts';
import { type MovedComment, type MovedDialog, type MovedLine, timeOf, withTitle } from '../moved-in/posts.ts';
import type { Category } from './categories.ts';
import type { DiscoursePerson, People } from './people.ts';
import type { PostTexts } from './post-text.ts';
import type { Store } from './store.ts';

interface TopicRow {
  id: number;
  title: string;
  category_id: number | null;
  created_at: string;
  archetype: string;
  deleted_at: string | null;
  visible: string | null;
  views: number | null;
  vote_count: number | null;
}

interface PostRow {
  id: number;
  topic_id: number;
  user_id: number | null;
  post_number: number;
  raw: string | null;
  cooked: string | null;
  created_at: string;
  post_type: number;
  deleted_at: string | null;
  hidden: string | null;
  user_deleted: string | null;
  reply_to_post_number: number | null;
  like_count: number | null;
}

export interface TopicReading {
  store: Store;
  categories: ReadonlyMap<number, Category>;
  /** Where the topics of a category go, by its id. */
  placeOf(category: number | null): Place;
  people: People;
  texts: PostTexts;
  leftOut: LeftOut;
}

/** The topics that everyone may read, oldest first, one at a time; all others are counted. */
export function* readTopics(reading: TopicReading): Generator<MovedDialog, void> {
  for (const topic of reading.store.each<TopicRow>('select * from topics order by id')) {
    const reason = reasonToLeave(topic, reading);
    const { forum } = reading.placeOf(topic.category_id);
    const line = reason === undefined ? readTopic(topic, reading) : undefined;
    if (reason !== undefined) reading.leftOut.add(reason);
    else if (!line) reading.leftOut.add('hidden_topics');
    else if (forum !== undefined) yield { forum, line };
  }
}

function reasonToLeave(topic: TopicRow, { categories, placeOf }: TopicReading) {
  if (topic.archetype !== 'regular' && topic.archetype !== 'banner') return 'private_messages';
  if (topic.deleted_at !== null) return 'deleted_topics';
  // A category that the forum does not tell about is one that not everyone may see.
  if (topic.category_id !== null && (categories.get(topic.category_id)?.isRestricted ?? true))
    return 'restricted';
  return placeOf(topic.category_id).forum === undefined ? 'by_map' : undefined;
}

function readTopic(topic: TopicRow, reading: TopicReading): MovedLine | undefined {
  const rows = reading.store.all<PostRow>(
    'select * from posts where topic_id = ? order by post_number, id',
    topic.id,
  );
  const [first, ...answers] = rows.filter((post) => isShown(post, reading));
  if (first?.post_number !== 1) return undefined;
  const place = reading.placeOf(topic.category_id);
  const accepted = acceptedPosts(topic.id, reading.store);
  return {
    topic: place.topic,
    ...withTitle(topic.title, readPost(first, reading), `${topic.id}`),
    // In Discourse, too, those are found by their addresses only.
    ...(topic.visible === 'f' && { archived: true }),
    ...(answers.some(({ id }) => accepted.has(id)) && { state: 'answered' }),
    views: Math.max(topic.views ?? 0, 0),
    tags: tagsOf(topic, place, reading.store),
    ...votesOf(topic, first, reading),
    external: `discourse:topic:${topic.id}`,
    addresses: [`/t/${topic.id}`, `/p/${first.id}`, ...permalinks('topic_id', topic.id, reading.store)],
    comments: answers.map((answer) => readAnswer(answer, { rows: answers, accepted, reading })),
  };
}

function isShown(post: PostRow, { people, leftOut }: TopicReading): boolean {
  const reason =
    post.deleted_at !== null || post.user_deleted === 't'
      ? 'deleted_posts'
      : post.hidden !== 'f'
        ? 'hidden_posts'
        : post.post_type !== 1
          ? 'small_actions'
          : people.find(post.user_id).isSpam
            ? 'staged_spam'
            : undefined;
  if (reason !== undefined) leftOut.add(reason);
  return reason === undefined;
}

function readPost(post: PostRow, { people, texts }: TopicReading) {
  const author = people.find(post.user_id);
  const { text, markdown, files } = texts.read({ ...post, raw: post.raw ?? '' });
  return {
    ...personOf(author),
    text,
    markdown,
    ...timeOf(post.created_at),
    ...(author.isConfirmed && { confirmed: true }),
    ...(author.title !== undefined && { work_title: author.title }),
    ...(files.length > 0 && { files }),
  };
}

function personOf({ name, useremail }: DiscoursePerson) {
  return { name, ...(useremail !== undefined && { useremail }) };
}

interface Answers {
  rows: readonly PostRow[];
  accepted: ReadonlySet<number>;
  reading: TopicReading;
}

function readAnswer(post: PostRow, { rows, accepted, reading }: Answers): MovedComment {
  const likes = likesOf(post, reading.store);
  if (likes > 0) reading.leftOut.add('likes_of_answers', likes);
  const answered =
    post.reply_to_post_number === null ? undefined : rowNumbered(rows, post.reply_to_post_number);
  return {
    ...readPost(post, reading),
    ...(reading.people.find(post.user_id).isStaff && { is_org_reply: true }),
    ...(accepted.has(post.id) && { accepted: true }),
    ...(answered && { parent: `discourse:post:${answered.id}` }),
    external: `discourse:post:${post.id}`,
    addresses: [
      `/t/${post.topic_id}/${post.post_number}`,
      `/p/${post.id}`,
      ...permalinks('post_id', post.id, reading.store),
    ],
  };
}

/** By halving, since a topic may have tens of thousands. */
function rowNumbered(rows: readonly PostRow[], number: number): PostRow | undefined {
  let [low, high] = [0, rows.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const row = rows[middle];
    if (!row || row.post_number === number) return row;
    if (row.post_number < number) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

/** In the present tables of the plugin, in former ones, and in those before. */
const ACCEPTED = `
  select a.answer_post_id as id
  from discourse_solved_topic_answers a
  join discourse_solved_solved_topics s on s.id = a.solved_topic_id
  where s.topic_id = ?1
  union
  select answer_post_id from discourse_solved_solved_topics where topic_id = ?1 and answer_post_id is not null
  union
  select cast(value as integer) from topic_custom_fields where topic_id = ?1 and name = 'accepted_answer_post_id'
`;

function acceptedPosts(topic: number, store: Store): ReadonlySet<number> {
  return new Set(store.all<{ id: number }>(ACCEPTED, topic).map(({ id }) => id));
}

/** A tag of a group that is not for everyone is for those who work here only. */
const TAGS = `
  select t.name,
    exists (select 1 from tag_group_memberships m where m.tag_id = t.id)
    and not exists (
      select 1 from tag_group_memberships m
      join tag_group_permissions p on p.tag_group_id = m.tag_group_id
      where m.tag_id = t.id and p.group_id = 0
    ) as is_hidden
  from topic_tags tt join tags t on t.id = tt.tag_id
  where tt.topic_id = ?
  order by t.name
`;

function tagsOf(topic: TopicRow, place: Place, store: Store) {
  const own = store.all<{ name: string; is_hidden: number }>(TAGS, topic.id);
  const tags = new Map(place.tags.map((name) => [name, true]));
  for (const { name, is_hidden } of own) if (isVisible(tagOf(name))) tags.set(tagOf(name), is_hidden === 0);
  return [...tags].slice(0, LIMITS.tags).map(([name, is_public]) => ({ name, is_public }));
}

const VOTERS = `
  select user_id, created_at from topic_voting_votes where topic_id = ?1
  union all
  select user_id, created_at from discourse_voting_votes where topic_id = ?1
  union all
  select user_id, created_at from post_actions where post_id = ?2 and post_action_type_id = 2 and deleted_at is null
  order by created_at, user_id
`;

/** Who has voted for a topic or likes its first post, each once. Votes whose people are not known are numbers. */
function votesOf(topic: TopicRow, first: PostRow, { store, people }: TopicReading) {
  const voters = store.all<{ user_id: number | null; created_at: string | null }>(VOTERS, topic.id, first.id);
  const known = new Map(
    voters.filter(({ user_id }) => people.isKnown(user_id)).map((vote) => [vote.user_id, vote]),
  );
  const votes = Array.from(known.values(), ({ user_id, created_at }) => ({
    ...personOf(people.find(user_id)),
    ...timeOf(created_at),
  }));
  const without =
    voters.length > 0 ? voters.length - countKnown() : Math.max(topic.vote_count ?? 0, first.like_count ?? 0);
  return { votes, ...(without > 0 && { earlier_votes: without }) };

  function countKnown(): number {
    return voters.filter(({ user_id }) => people.isKnown(user_id)).length;
  }
}

function likesOf({ id, like_count }: PostRow, store: Store): number {
  const [row] = store.all<{ likes: number }>(
    'select count(*) as likes from post_actions where post_id = ? and post_action_type_id = 2 and deleted_at is null',
    id,
  );
  return row?.likes || (like_count ?? 0);
}

/** Addresses that were given by hand or by an earlier move. */
function permalinks(column: 'topic_id' | 'post_id', id: number, store: Store): string[] {
  const rows =
    column === 'topic_id'
      ? store.all<{ url: string }>(
          'select url from permalinks where topic_id = ? and post_id is null order by url',
          id,
        )
      : store.all<{ url: string }>('select url from permalinks where post_id = ? order by url', id);
  return rows.map(({ url }) => `/${url.replace(/^\/+/, '')}`);
}
