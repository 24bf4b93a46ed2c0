import { compareTexts } from '@guidepost/i18n/text-order';
import {
  type BoundStatement,
  type ContentReader,
  preparedStatement,
  statementTemplate,
} from '@guidepost/postgres';
import type { Forum } from '../model/forum.ts';
import { type DialogSlice, fragmentsOf, valuesOf } from './dialog-slice.ts';
import { NEWEST_FIRST } from './dialog-sort-orders.ts';

const list = preparedStatement(new URL('./sql/list-states.sql', import.meta.url));
const listInState = statementTemplate(new URL('./sql/list-dialogs-in-state.sql', import.meta.url));

const MAX_LISTED = 50;

/** The states in use among visible dialogs, sorted by name. */
export async function listStates(
  executor: ContentReader,
  { id, language }: Pick<Forum, 'id' | 'language'>,
): Promise<string[]> {
  const rows = await executor.any<{ name: string }>(list([id, MAX_LISTED]));
  return rows.map(({ name }) => name).toSorted(compareTexts(language));
}

interface StateRequest extends Omit<DialogSlice, 'order'> {
  state: string;
}

/** Counting more takes longer than reading a page of them. */
export const MAX_COUNTED = 2_500;

/** A slice of the visible dialogs in a state, newest first; counts at most {@link MAX_COUNTED}. */
export function bindDialogsInState({ state, ...request }: StateRequest): BoundStatement {
  const fragments = fragmentsOf({ ...request, order: NEWEST_FIRST });
  return listInState(fragments, { prepared: true })([...valuesOf(request), state, MAX_COUNTED]);
}
