import { type Executor, preparedStatement } from '@guidepost/postgres';
import type { FollowerCounts } from '../../followers/answers.ts';
import type { Forum } from '../../model/forum.ts';
import type { Person } from '../../model/person.ts';
import { findPosters } from '../../posters/find-posters.ts';
import { listFilesOfPerson } from '../files.ts';
import { findMentions } from './mentions.ts';

export interface PostCounts {
  dialogs: number;
  comments: number;
  votes: number;
  reports: number;
  addresses: number;
  /** Deleted ones that can be restored. */
  deleted: number;
}

export interface Holdings extends PostCounts, FollowerCounts {
  slug: string;
  /** Posters: one per post without a key, one for all posts with a key. */
  identities: number;
  /** Attached to posts while signed in. */
  files: number;
  blocks: number;
  /** Rows whose text contains the e-mail address, by any author. */
  mentions: number;
}

const countPosts = preparedStatement(new URL('./sql/count-posts.sql', import.meta.url));
const countFollows = preparedStatement(new URL('./sql/count-follows.sql', import.meta.url));
const countBlocks = preparedStatement(new URL('./sql/count-blocks.sql', import.meta.url));

export async function findHoldings(executor: Executor, forum: Forum, person: Person): Promise<Holdings> {
  const posters = await findPosters(executor, forum, person);
  const posts = await executor.one<PostCounts>(countPosts([forum.id, posters]));
  const { blocks } = await executor.one<{ blocks: number }>(countBlocks([forum.id, person.email]));
  const follows = await executor.one<FollowerCounts>(countFollows([forum.id, person.email]));
  const files = await listFilesOfPerson(executor, forum, person.email);
  const mentions = await findMentions(executor, forum, person);
  return {
    slug: forum.slug,
    identities: posters.length,
    ...posts,
    ...follows,
    files: files.length,
    blocks,
    mentions: mentions.reduce((sum, { ids }) => sum + ids.length, 0),
  };
}

export function hasData({ slug, ...counts }: Holdings): boolean {
  return Object.values(counts).some((count) => count > 0);
}

export function noHoldings(slug: string): Holdings {
  const none = { identities: 0, dialogs: 0, comments: 0, votes: 0, reports: 0, addresses: 0, deleted: 0 };
  return { slug, ...none, follows: 0, confirmations: 0, files: 0, blocks: 0, mentions: 0 };
}
