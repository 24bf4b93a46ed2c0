import { type Executor, sql } from '@guidepost/postgres';

/** Someone of the staff, and the dialog that they are writing an answer to. */
export interface Answering {
  forumId: number;
  dialogId: number;
  personId: number;
}

const note = sql`
  -- Removes what the person $3 answered before, so that the table stays small.
  with earlier as (
    delete from answering a
    where a.person_id = $3 and a.seen_at < now() - make_interval(secs => $4)
      and (a.forum_id, a.dialog_id) <> ($1::bigint, $2::bigint)
  )
  insert into answering (forum_id, dialog_id, person_id)
  values ($1, $2, $3)
  on conflict (forum_id, dialog_id, person_id) do update set seen_at = now()
`;
const stop = sql`
  delete from answering a
  where a.forum_id = $1 and a.dialog_id = $2 and a.person_id = $3
`;
const list = sql`
  -- People who have been seen answering the dialog $2 in the last $4 seconds, besides $3.
  select coalesce(p.name, p.email) as name
  from answering a
  join staff_people p on p.id = a.person_id
  where a.forum_id = $1 and a.dialog_id = $2 and a.person_id <> $3
    and a.seen_at > now() - make_interval(secs => $4)
  order by a.seen_at, p.id
`;

/** Seconds after which someone who has not been seen is not answering any more. */
export const ANSWERING_SECONDS = 60;

export async function noteAnswering(
  executor: Executor,
  { forumId, dialogId, personId }: Answering,
): Promise<void> {
  await executor.none(note([forumId, dialogId, personId, ANSWERING_SECONDS]));
}

export async function stopAnswering(
  executor: Executor,
  { forumId, dialogId, personId }: Answering,
): Promise<void> {
  await executor.none(stop([forumId, dialogId, personId]));
}

/** The names of those who are answering a dialog, other than this person. */
export async function listAnswering(
  executor: Executor,
  { forumId, dialogId, personId }: Answering,
): Promise<string[]> {
  const rows = await executor.any<{ name: string }>(list([forumId, dialogId, personId, ANSWERING_SECONDS]));
  return rows.map(({ name }) => name);
}
