import { type BoundStatement, sqlText } from '@guidepost/postgres';
import type { Order } from '../model/order.ts';
import { TOPICS, type Topic } from '../model/topics.ts';
import { NEWEST_FIRST, POPULAR_FIRST } from './dialog-order.ts';
import { archivedStates, bindSlice, type DialogSlice, mergeParts } from './dialog-slice.ts';

export interface DialogListRequest extends DialogSlice {
  topics: readonly Topic[];
  includeArchived: boolean;
}

const total = sqlText(new URL('./sql/count-by-topic.sql', import.meta.url));

/** Most requests use these orders, so their statements are prepared. */
const PREPARED_ORDERS: ReadonlySet<Order> = new Set([NEWEST_FIRST, POPULAR_FIRST]);

/**
 * A slice of a forum's dialogs, merged without sorting from one index range per topic, twice as many with archived
 * dialogs.
 */
export function bindDialogList(request: DialogListRequest): BoundStatement {
  const { topics, order, includeArchived } = request;
  const states = archivedStates(includeArchived);
  const parts = topics.flatMap((topic) => states.map((archived) => partOf(topic, archived, order)));
  const source = {
    matching: mergeParts(parts, order),
    total,
    values: [topics, states],
    prepared: PREPARED_ORDERS.has(order) && (topics.length === 1 || topics.length === TOPICS.length),
  };
  return bindSlice(source, request);
}

function partOf(topic: Topic, archived: boolean, { column }: Order): string {
  const columns = column === 'id' ? 'id' : `id, ${column}`;
  // PostgreSQL drops a column that equals a constant from the sort order, which would prevent a merge; a range avoids
  // that.
  const isTopic = column === 'topic' ? `between '${topic}' and '${topic}'` : `= '${topic}'`;
  return `select ${columns} from dialogs where forum_id = $1 and archived = ${archived} and topic ${isTopic}`;
}
