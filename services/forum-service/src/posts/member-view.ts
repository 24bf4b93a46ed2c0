import { type Executor, sql } from '@guidepost/postgres';
import type { Member } from '../model/member.ts';

/** What a member has to do with a dialog that they read. */
export interface MemberView {
  voted: boolean;
  following: boolean;
  /** Whether they asked, and can accept an answer. */
  accepts: boolean;
  /** Whether they wrote it, and can still edit it. */
  changeable: boolean;
  /** Also whether no one else has commented on it. */
  deletable: boolean;
  /** The same for its comments, by id. */
  changeable_comments: number[];
}

const read = sql.file(new URL('./sql/read-member-view.sql', import.meta.url));

/** @returns undefined for a dialog that was deleted meanwhile */
export async function readMemberView(
  database: Executor,
  forumId: number,
  { person, email }: Member,
  { dialogId, commentIds }: { dialogId: number; commentIds: readonly number[] },
): Promise<MemberView | undefined> {
  const found = await database.oneOrNone<MemberView>(read([forumId, dialogId, person, email, commentIds]));
  return found ?? undefined;
}
