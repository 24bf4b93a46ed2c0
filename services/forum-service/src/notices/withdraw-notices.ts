import { type WithdrawnMail, withdrawMail, withdrawMailTo } from '@guidepost/mail';
import { type Executor, sql } from '@guidepost/postgres';
import { aboutNotices, recipientOf } from '../mail/mail-of-posts.ts';

const listForums = sql`
  -- The forums of the account $1, and the folded e-mail address of the person $2
  select f.id, p.email_folded as email
  from forums f
  cross join staff_people p
  where f.account_id = $1 and p.id = $2
`;
const tellAgain = sql`
  -- Messages that were withdrawn: to the people $2, whether they were daily $3, and since when what they told was new
  -- $4.
  with withdrawn as (
    select w.person_id, min(w.since) filter (where not w.daily) as at_once, min(w.since) filter (where w.daily) as daily
    from unnest($2::bigint[], $3::boolean[], $4::timestamptz[]) as w (person_id, daily, since)
    group by w.person_id
  )
  update staff_notices n
  set summary_since = case
      when 'at-once' in (n.posts, n.reports) then least(n.summary_since, w.at_once) else n.summary_since
    end,
    hour_began = case when w.at_once is not null then now() - interval '1 hour' else n.hour_began end,
    told_until = least(n.told_until, w.daily)
  from withdrawn w
  where n.forum_id = $1 and n.person_id = w.person_id
`;

/** Deletes unsent mail about the forums of an account to someone who is removed from it. */
export async function withdrawNoticesToPerson(
  transaction: Executor,
  { tenantId, personId }: { tenantId: number; personId: number },
): Promise<void> {
  const forums = await transaction.any<{ id: number; email: string }>(listForums([tenantId, personId]));
  for (const { id, email } of forums) await withdrawMailTo(transaction, { about: aboutNotices(id), email });
}

/**
 * Deletes unsent mail to the staff of a forum, which may quote someone who is erased. What it told is summed up again.
 */
export async function composeNoticesAgain(transaction: Executor, forumId: number): Promise<void> {
  await tellOtherwise(transaction, forumId, await withdrawMail(transaction, [aboutNotices(forumId)]));
}

/**
 * Deletes unsent mail about a forum to someone who wants less of it. What they still want of it is summed up.
 * @param email folded
 */
export async function withdrawUnwanted(
  transaction: Executor,
  { forumId, email }: { forumId: number; email: string },
): Promise<void> {
  const withdrawn = await withdrawMailTo(transaction, { about: aboutNotices(forumId), email });
  await tellOtherwise(transaction, forumId, withdrawn);
}

async function tellOtherwise(
  transaction: Executor,
  forumId: number,
  withdrawn: readonly WithdrawnMail[],
): Promise<void> {
  const messages = withdrawn.flatMap(({ about, since }) =>
    recipientOf(about).map((recipient) => ({ ...recipient, since })),
  );
  if (messages.length === 0) return;
  await transaction.none(
    tellAgain([
      forumId,
      messages.map(({ personId }) => personId),
      messages.map(({ isDaily }) => isDaily),
      messages.map(({ since }) => since),
    ]),
  );
}
