import { isVisible } from '@guidepost/service-kit';
import { LIMITS } from '../../posts/field-kinds.ts';
import type { ArchiveLine, LineComment, LineVote } from '../import/line-schema.ts';

/** The values that each post of another system has besides; see docs/import.md. */
type Imported = Required<Pick<LineComment, 'external' | 'addresses'>>;

export type MovedComment = LineComment & Imported;

/** A dialog of a former forum as a line of an archive of `forum import`. */
export interface MovedLine extends Omit<ArchiveLine, 'votes' | 'comments' | keyof Imported>, Imported {
  votes?: LineVote[];
  comments: MovedComment[];
}

/** The same with the slug of the forum that it goes to. */
export interface MovedDialog {
  forum: string;
  line: MovedLine;
}

/** The name of people whose accounts are gone, or who are not named. */
export const FORMER_MEMBER = 'Former member';

/** @param most code points */
export function shortened(text: string, most: number): string {
  const characters = Array.from(text.replaceAll(/\s+/g, ' ').trim());
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}…`;
}

/**
 * A title that is too long is cut, and stands above the text as a whole if there is room.
 * @param instead of a title without letters
 */
export function withTitle<Post extends { text: string }>(
  title: string,
  post: Post,
  instead: string,
): Post & { title: string } {
  const short = isVisible(title) ? shortened(title, LIMITS.title) : instead;
  const text = `${title}\n\n${post.text}`;
  const isRepeated = short.endsWith('…') && short !== title && Array.from(text).length <= LIMITS.importedText;
  return { ...post, title: short, text: isRepeated ? text : post.text };
}

/** Whether Markdown can be the text of a post: it shows something, and is not too long. */
export function isFit(markdown: string): boolean {
  return isVisible(markdown) && Array.from(markdown).length <= LIMITS.importedText;
}

/** Times without a zone are in UTC; those that cannot be are left out. */
export function timeOf(time: string | null | undefined): { pub_date?: string } {
  if (!time) return {};
  const zoned = /(?:Z|[+-]\d\d(?::?\d\d)?)$/.test(time.slice(10)) ? time : `${time}Z`;
  const instant = Date.parse(zoned.replace(' ', 'T'));
  return instant >= 0 && instant <= Date.now() ? { pub_date: zoned } : {};
}

/** An e-mail address as posts may have it. */
export function addressIn(email: string | null | undefined): string | undefined {
  const isAddress = /^[^\s@]+@[^\s@]+$/.test(email ?? '') && (email ?? '').length <= LIMITS.email;
  return isAddress ? (email ?? undefined) : undefined;
}
