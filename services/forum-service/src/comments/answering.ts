import { type Executor, preparedStatement } from '@guidepost/postgres';

/** Someone of the staff, and the dialog that they are writing an answer to. */
export interface Answering {
  forumId: number;
  dialogId: number;
  personId: number;
}

const note = preparedStatement(new URL('./sql/note-answering.sql', import.meta.url));
const stop = preparedStatement(new URL('./sql/stop-answering.sql', import.meta.url));
const list = preparedStatement(new URL('./sql/list-answering.sql', import.meta.url));

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
