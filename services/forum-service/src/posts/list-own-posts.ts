import { type Executor, sql } from '@guidepost/postgres';
import type { Slice } from '../model/listing.ts';
import type { Member } from '../model/person.ts';
import type { Topic } from '../model/topics.ts';
import { type PostText, readableText } from '../rendering/render-posts.ts';
import type { Origin } from './new-post.ts';

/** Something that a member has written, signed in or not. */
export interface OwnPost {
  dialog_id: number;
  /** Null for the dialog itself. */
  comment_id: number | null;
  /** The title of the dialog. */
  title: string;
  topic: Topic;
  state: string | null;
  /** The beginning, without markup. */
  text: string;
  pub_date: Date;
  num_comments: number;
  num_votes: number;
  /** Whether it waits for review. */
  held: boolean;
  /** Whether the member can still edit it. */
  changeable: boolean;
  /** Also whether it is no dialog that others have commented on. */
  deletable: boolean;
}

/** Characters of a text: as many are read, since markup is removed, and shown. */
const READ = 1000;
const SHOWN = 300;

const list = sql.file(new URL('./sql/list-own-posts.sql', import.meta.url));

/**
 * A slice of what a member has written, the newest first, with the total.
 * @param origin where the member reads from
 */
export async function listOwnPosts(
  database: Executor,
  forumId: number,
  { email, origin }: Pick<Member, 'email'> & { origin?: Origin },
  { start, limit }: Slice,
): Promise<{ total: number; posts: OwnPost[] }> {
  const rows = await database.any<OwnPost & PostText & { total: number }>(
    list([forumId, email, start, limit, READ, origin?.claimed, origin?.sender]),
  );
  return { total: rows[0]?.total ?? 0, posts: rows.map((row) => ({ ...row, text: beginningOf(row) })) };
}

function beginningOf(post: PostText): string {
  return Array.from(readableText(post)).slice(0, SHOWN).join('');
}
