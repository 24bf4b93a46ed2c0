import { type Mail, withdrawMailTo } from '@guidepost/mail';
import { type Database, type Secret, sql } from '@guidepost/postgres';
import { aboutNotices } from '../mail/mail-of-posts.ts';
import { isStopNoticesToken } from '../mail/mailed-links.ts';
import type { Forum } from '../model/forum.ts';

export const TIMINGS = ['off', 'at-once', 'daily'] as const;
export type Timing = (typeof TIMINGS)[number];

/** When someone who works on a forum is mailed about it. */
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

const find = sql`
  -- A row while the person $2 wants mail.
  select n.person_id
  from staff_notices n
  where n.forum_id = $1 and n.person_id = $2 and (n.posts <> 'off' or n.reports <> 'off')
`;
const turnOff = sql`
  -- $2 person
  update staff_notices n
  set posts = 'off', reports = 'off', summary_since = null
  from staff_people p
  where n.forum_id = $1 and n.person_id = $2 and p.id = n.person_id and (n.posts <> 'off' or n.reports <> 'off')
  returning p.email_folded as email
`;

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
