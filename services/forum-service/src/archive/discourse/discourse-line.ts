import type { ArchiveLine, LineComment, LineVote } from '../import/line-schema.ts';

/** What each post of another system has besides, see docs/import.md. */
type Imported = Required<Pick<LineComment, 'external' | 'addresses'>>;

export type DiscourseComment = LineComment & Imported;

/** A topic as a line of an archive of `forum import`. */
export interface DiscourseLine extends Omit<ArchiveLine, 'votes' | 'comments' | keyof Imported>, Imported {
  votes: LineVote[];
  comments: DiscourseComment[];
}
