import type { ArchiveLine, LineComment, LineVote } from '../import/line-schema.ts';
import type { ArchivedFile } from './old-addresses.ts';

/** What a dialog or comment of another system has besides, see docs/import.md. */
interface Imported {
  /** What it is there: `discourse:topic:12`. */
  external: string;
  /** Paths that led to it there. */
  addresses: string[];
  /** In the folder beside the archive; texts have their paths in place of addresses. */
  files?: ArchivedFile[];
}

export interface DiscourseComment extends LineComment, Imported {
  /** The comment that it answers, by what that is there. */
  parent?: string;
}

/** A topic as a line of an archive of `forum import`. */
export interface DiscourseLine extends Omit<ArchiveLine, 'votes' | 'comments'>, Imported {
  votes: LineVote[];
  /** Votes without people. */
  earlier_votes?: number;
  comments: DiscourseComment[];
}

/** Without what an import does not keep. */
export function importable({
  external,
  addresses,
  files,
  earlier_votes,
  ...line
}: DiscourseLine): ArchiveLine {
  return { ...line, comments: line.comments.map(importableComment) };
}

function importableComment({
  external,
  addresses,
  files,
  parent,
  ...comment
}: DiscourseComment): LineComment {
  return comment;
}
