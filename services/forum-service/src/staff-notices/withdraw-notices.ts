import { type WithdrawnMail, withdrawMail, withdrawMailTo } from '@guidepost/mail';
import { type Executor, preparedStatement } from '@guidepost/postgres';
import { aboutNotices } from '../forum-mail/about.ts';
import { recipientOf } from './about-notices.ts';

const listForums = preparedStatement(new URL('./sql/list-forums-of-person.sql', import.meta.url));
const tellAgain = preparedStatement(new URL('./sql/tell-again.sql', import.meta.url));

/** Deletes unsent mail about the forums of an account to someone who is removed from it. */
export async function withdrawNoticesToPerson(
  transaction: Executor,
  { tenantId, personId }: { tenantId: number; personId: number },
): Promise<void> {
  const forums = await transaction.any<{ id: number; email: string }>(listForums([tenantId, personId]));
  for (const { id, email } of forums) await withdrawMailTo(transaction, { about: aboutNotices(id), email });
}

/** Deletes unsent mail to the staff of a forum, which may quote someone who is erased. What it told is summed up again. */
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
  if (withdrawn.length === 0) return;
  const messages = withdrawn.map(({ about, since }) => ({ ...recipientOf(about), since }));
  await transaction.none(
    tellAgain([
      forumId,
      messages.map(({ personId }) => personId),
      messages.map(({ isDaily }) => isDaily),
      messages.map(({ since }) => since),
    ]),
  );
}
