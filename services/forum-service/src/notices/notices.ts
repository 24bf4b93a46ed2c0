import { randomUUID } from 'node:crypto';
import { withdrawMailTo } from '@guidepost/mail';
import { type Executor, sql } from '@guidepost/postgres';
import { aboutAssignment, aboutNotices } from '../mail/mail-of-posts.ts';
import { isStopNoticesToken } from '../mail/mailed-links.ts';
import type { Actor } from '../model/actor.ts';
import type { Forum } from '../model/forum.ts';
import { deskAddresses, type NoticeOptions, stopAddress, writeAssignment } from './write-notices.ts';

export const TIMINGS = ['off', 'at-once', 'daily'] as const;
export type Timing = (typeof TIMINGS)[number];

/** When someone who works on a forum is mailed about it. */
export interface Choice {
  /** Posts that await an answer or a review. */
  posts: Timing;
  reports: Timing;
  /** Whether colleagues' assignments are mailed, at once. */
  assigned: boolean;
}

/** Dialogs that a colleague has been assigned to. */
interface NewAssignment {
  forum: Forum;
  ids: readonly number[];
  /** The id of the person. */
  assignee: number;
  by: Pick<Actor, 'name' | 'personId'>;
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
  /** Whether it reaches people, and is not kept on the server. */
  readonly isDelivered: boolean;
  /** Queues mail to someone who wants it about what others assign to them. */
  tellAssignee(transaction: Executor, assignment: NewAssignment): Promise<void>;
  /** Whether a link still turns mail off. */
  isOn(link: StopNoticesLink): Promise<boolean>;
  /** Turns mail about the forum off. @returns whether the link was valid; mail programs may send it twice */
  turnOff(link: StopNoticesLink): Promise<boolean>;
}

const find = sql`
  -- A row while the person $2 wants mail.
  select n.person_id
  from staff_notices n
  where n.forum_id = $1 and n.person_id = $2 and (n.posts <> 'off' or n.reports <> 'off' or n.assigned)
`;
const turnOff = sql`
  -- $2 person
  update staff_notices n
  set posts = 'off', reports = 'off', assigned = false, summary_since = null
  from staff_people p
  where n.forum_id = $1 and n.person_id = $2 and p.id = n.person_id
    and (n.posts <> 'off' or n.reports <> 'off' or n.assigned)
  returning p.email_folded as email
`;
const findAssignee = sql`
  -- The address of the person $2 who wants to be told. Locked, so that a removal waits and then withdraws the mail.
  select p.email
  from staff_notices n
  join staff_people p on p.id = n.person_id
  where n.forum_id = $1 and n.person_id = $2 and n.assigned
  for update of n
`;
const listTitles = sql`
  select d.id, d.title
  from dialogs d
  where d.forum_id = $1 and d.id = any($2::bigint[])
  order by d.id
`;

export function createNotices(options: NoticeOptions): Notices {
  const { database, secret, mail } = options;
  const isValid = ({ forum, personId, token }: StopNoticesLink) =>
    isStopNoticesToken(secret, { forumId: forum.id, id: personId }, token);

  return {
    isOffered: mail.isQueued,
    isDelivered: mail.isDelivered,
    tellAssignee: (transaction, assignment) => tellAssignee(transaction, options, assignment),
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

async function tellAssignee(
  transaction: Executor,
  options: NoticeOptions,
  { forum, ids, assignee, by }: NewAssignment,
): Promise<void> {
  if (ids.length === 0 || by.personId === assignee) return;
  const person = await transaction.oneOrNone<{ email: string }>(findAssignee([forum.id, assignee]));
  if (!person) return;
  const dialogs = await transaction.any<{ id: number; title: string }>(listTitles([forum.id, ids]));
  const desk = deskAddresses(options.deskUrl, forum.slug);
  const stop = await stopAddress(options, forum, assignee);
  await options.mail.queue(transaction, {
    tenantId: forum.account_id,
    cause: `assigned:${randomUUID()}`,
    to: person.email,
    about: aboutAssignment(forum.id, ids, assignee),
    unsubscribe: stop,
    ...writeAssignment(
      { language: forum.language, forum: forum.name, by: by.name, dialogs },
      { ...desk, stop },
    ),
  });
}
