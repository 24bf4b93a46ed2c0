import { type Mail, withdrawMailTo } from '@guidepost/mail';
import { type Database, preparedStatement, type Secret } from '@guidepost/postgres';
import { aboutNotices } from '../forum-mail/about.ts';
import { isStopNoticesToken } from '../forum-mail/tokens.ts';
import type { Forum } from '../model/forum.ts';

export const TIMINGS = ['off', 'at-once', 'daily'] as const;
export type Timing = (typeof TIMINGS)[number];

/** What someone who works on a forum is mailed about it. */
export interface Choice {
  /** Posts that await an answer or a review. */
  posts: Timing;
  reports: Timing;
}

export interface StopNoticesLink {
  forum: Forum;
  personId: number;
  token: string;
}

/** Mail to the people who work on a forum, as each of them has chosen. */
export interface Notices {
  /** Whether mail goes anywhere. */
  readonly isOffered: boolean;
  /** Whether a link still turns mail off. */
  isOn(link: StopNoticesLink): Promise<boolean>;
  /** Turns mail about the forum off. @returns whether the link was valid; mail programs may send it twice */
  turnOff(link: StopNoticesLink): Promise<boolean>;
}

const find = preparedStatement(new URL('./sql/find-wanted.sql', import.meta.url));
const turnOff = preparedStatement(new URL('./sql/turn-off.sql', import.meta.url));

export function createNotices({
  database,
  secret,
  mail,
}: {
  database: Database;
  secret: Secret;
  mail: Mail;
}): Notices {
  const isValid = ({ forum, personId, token }: StopNoticesLink) =>
    isStopNoticesToken(secret, { forumId: forum.id, id: personId }, token);

  return {
    isOffered: mail.isQueued,
    async isOn(link) {
      return (
        (await isValid(link)) && (await database.oneOrNone(find([link.forum.id, link.personId]))) !== null
      );
    },
    async turnOff(link) {
      if (!(await isValid(link))) return false;
      const { id } = link.forum;
      await database.tx('turn-notices-off', async (transaction) => {
        const found = await transaction.oneOrNone<{ email: string }>(turnOff([id, link.personId]));
        if (found) await withdrawMailTo(transaction, { about: aboutNotices(id), email: found.email });
      });
      return true;
    },
  };
}
