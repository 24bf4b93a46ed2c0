import { type BoundStatement, type Executor, preparedStatement, sqlText } from '@guidepost/postgres';
import { NEWEST_FIRST } from './dialog-order.ts';
import { bindSlice, type DialogSlice, mergeParts } from './dialog-slice.ts';

const list = preparedStatement(new URL('./sql/list-states.sql', import.meta.url));
const total = sqlText(new URL('./sql/count-in-state.sql', import.meta.url));

const MAX_LISTED = 50;

/** The states in use among visible dialogs, sorted by name. */
export async function listStates(executor: Executor, forumId: number): Promise<string[]> {
  const rows = await executor.any<{ name: string }>(list([forumId, MAX_LISTED]));
  return rows.map(({ name }) => name);
}

const IN_STATE = 'select id, pub_date from dialogs where forum_id = $1 and not archived and state = $4';

interface StateRequest extends Omit<DialogSlice, 'order'> {
  state: string;
}

/** Counting more takes longer than reading a page of them. */
export const MAX_COUNTED = 2_500;

/** A slice of the visible dialogs in a state, newest first; counts at most {@link MAX_COUNTED}. */
export function bindDialogsInState({ state, ...slice }: StateRequest): BoundStatement {
  const source = {
    matching: mergeParts([IN_STATE], NEWEST_FIRST),
    total,
    values: [state, MAX_COUNTED],
    prepared: true,
  };
  return bindSlice(source, { ...slice, order: NEWEST_FIRST });
}
