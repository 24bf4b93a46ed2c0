import { type Executor, sql } from '@guidepost/postgres';
import { PRESENCE_SECONDS } from '@guidepost/staff';
import type { Topic } from '../model/topics.ts';
import { type PostText, readableText } from '../rendering/render-posts.ts';

/**
 * The tabs of the queue. `new` are posts since an editor last dealt with the dialog, `unanswered` have no official
 * answer.
 */
export const QUEUES = ['all', 'new', 'unanswered', 'held', 'reported'] as const;
export type Queue = (typeof QUEUES)[number];

/** A tab, or what is in none of them until a day to come. */
export type QueueSource = Queue | 'snoozed';

export type QueueCounts = Record<Exclude<Queue, 'all'>, number>;

export interface QueuedDialog {
  id: number;
  topic: Topic;
  title: string;
  /** The beginning of the text. */
  excerpt: string;
  poster_id: number;
  /** The name of the author. */
  name: string;
  /** The newest comment of a reader since it waits: who wrote it, and its beginning. */
  newest: { name: string; excerpt: string } | undefined;
  /** Since when it waits. */
  since: Date;
  num_comments: number;
  num_votes: number;
  state: string | null;
  archived: boolean;
  held: boolean;
  /** Without an official reply. */
  unanswered: boolean;
  held_comments: number;
  open_reports: number;
  /** The names of colleagues who are writing an answer. */
  answering: string[];
  /** The name of the colleague to whom it is assigned. */
  assignee: string | null;
}

interface QueueRequest {
  forumId: number;
  queue: QueueSource;
  /** Who reads it. */
  personId: number;
  /** The only dialogs to list, of the first `most` that wait, in this order. */
  among?: { ids: readonly number[]; most: number } | undefined;
}

export const LONGEST_QUEUE = 50;

type QueueRow = Omit<QueuedDialog, 'excerpt' | 'newest'> & PostText & NewestComment;

type NewestComment =
  | { commented_by: string; comment: string; comment_markdown: boolean }
  | { commented_by: null; comment: null; comment_markdown: null };

/** Characters. */
const LONGEST_EXCERPT = 300;

/** Counts stop here. */
export const MAX_QUEUE_COUNT = 1_000;

/** Dialogs of a queue that are looked at one by one, those that have waited longest. */
export const FIRST_OF_QUEUE = 200;

const list = sql.file(new URL('./sql/list-queue.sql', import.meta.url));
const count = sql.file(new URL('./sql/count-queue.sql', import.meta.url));

/** At most {@link LONGEST_QUEUE} dialogs, those first that have waited longest. */
export async function listQueue(
  executor: Executor,
  { forumId, queue, personId, among }: QueueRequest,
): Promise<QueuedDialog[]> {
  const values = [forumId, queue, among?.most ?? LONGEST_QUEUE, personId, PRESENCE_SECONDS, among?.ids];
  const rows = await executor.any<QueueRow>(list(values));
  return rows.map(({ text, markdown, commented_by, comment, comment_markdown, ...dialog }) => ({
    ...dialog,
    excerpt: excerptOf({ text, markdown }),
    newest:
      commented_by === null
        ? undefined
        : { name: commented_by, excerpt: excerptOf({ text: comment, markdown: comment_markdown }) },
  }));
}

function excerptOf(post: PostText): string {
  return Array.from(readableText(post)).slice(0, LONGEST_EXCERPT).join('');
}

/** Each at most {@link MAX_QUEUE_COUNT}; unanswered are those of the {@link FIRST_OF_QUEUE} new ones. */
export function countQueue(executor: Executor, forumId: number): Promise<QueueCounts> {
  return executor.one(count([forumId, MAX_QUEUE_COUNT, FIRST_OF_QUEUE]));
}
