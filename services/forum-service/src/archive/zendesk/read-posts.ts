import { type Item, isHiddenInCommunity, type Listed, textIn } from '@guidepost/fetch';
import type { LeftOut } from '../moved-in/left-out.ts';
import type { Place } from '../moved-in/place-map.ts';
import { type MovedComment, type MovedDialog, type MovedLine, timeOf, withTitle } from '../moved-in/posts.ts';
import type { People } from './people.ts';
import type { PostTexts } from './post-text.ts';
import type { Community } from './read-community.ts';

export interface PostReading {
  community: Community;
  /** Where a post goes; undefined if not everyone may read it. */
  placeOf(post: Item): Place | undefined;
  people: People;
  texts: PostTexts;
  leftOut: LeftOut;
}

/** States of posts, as people read them. */
const STATES: Readonly<Record<string, string>> = {
  planned: 'planned',
  not_planned: 'not planned',
  completed: 'completed',
  answered: 'answered',
};

/** The posts that everyone may read, oldest first, one at a time; all others are counted. */
export async function* readPosts(reading: PostReading): AsyncGenerator<MovedDialog, void> {
  const { community, placeOf, leftOut } = reading;
  for (const listed of community.posts) {
    const place = placeOf(listed.item);
    if (isHiddenInCommunity(listed.item)) leftOut.add('hidden_posts');
    else if (!place) leftOut.add('restricted');
    else if (place.forum === undefined) leftOut.add('by_map');
    else yield { forum: place.forum, line: await readPost(listed, place, reading) };
  }
}

async function readPost(listed: Listed, place: Place, reading: PostReading): Promise<MovedLine> {
  const { community, leftOut } = reading;
  const { id } = listed;
  const item = await listed.whole();
  if (item.closed === true) leftOut.add('closed');
  if (item.pinned === true || item.featured === true) leftOut.add('pinned');
  const state = STATES[textIn(item, 'status') ?? ''];
  const votes = votesOf(item);
  const address = `/hc/community/posts/${id}`;
  const comments = (await community.commentsOf(listed)).filter((comment) => isShown(comment, leftOut));
  return {
    topic: place.topic,
    ...withTitle(textIn(item, 'title') ?? '', readText(item, 'details', reading), id),
    ...(state !== undefined && { state }),
    tags: place.tags.map((name) => ({ name, is_public: true })),
    ...(votes > 0 && { earlier_votes: votes }),
    external: `zendesk:post:${id}`,
    addresses: [address],
    comments: comments.map((comment) => readComment(comment, address, reading)),
  };
}

function isShown(comment: Item, leftOut: LeftOut): boolean {
  const isHidden = isHiddenInCommunity(comment);
  if (isHidden) leftOut.add('hidden_posts');
  return !isHidden;
}

function readComment(item: Item, post: string, reading: PostReading): MovedComment {
  const id = textIn(item, 'id') ?? '';
  reading.leftOut.add('likes_of_answers', votesOf(item));
  const isOfficial = item.official === true || reading.people.find(textIn(item, 'author_id')).isStaff;
  return {
    ...readText(item, 'body', reading),
    ...(isOfficial && { is_org_reply: true }),
    external: `zendesk:comment:${id}`,
    addresses: [`${post}/comments/${id}`],
  };
}

function readText(item: Item, member: 'details' | 'body', { people, texts, leftOut }: PostReading) {
  const { name, useremail, isConfirmed, isKnown } = people.find(textIn(item, 'author_id'));
  if (!isKnown) leftOut.add('names');
  const { files, ...text } = texts.read(textIn(item, member) ?? '');
  return {
    name,
    ...(useremail !== undefined && { useremail }),
    ...(isConfirmed && { confirmed: true }),
    ...text,
    ...timeOf(textIn(item, 'created_at')),
    ...(files.length > 0 && { files }),
  };
}

/** The sum that readers saw: those against are taken off. */
function votesOf({ vote_sum }: Item): number {
  return Math.max(Math.floor(Number(vote_sum)) || 0, 0);
}
