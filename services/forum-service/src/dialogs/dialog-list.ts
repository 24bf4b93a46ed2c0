import { type BoundStatement, sqlText } from '@guidepost/postgres';
import type { Order } from '../model/order.ts';
import { TOPICS, type Topic } from '../model/topics.ts';
import { NEWEST_FIRST, POPULAR_FIRST } from './dialog-order.ts';
import { archivedStates, bindSection, type DialogSection, mergeParts } from './dialog-section.ts';

export interface DialogListRequest extends DialogSection {
  topics: readonly Topic[];
  /** Whether archived ones are listed, too. */
  archivedToo: boolean;
}

const total = sqlText(new URL('./sql/count-by-topic.sql', import.meta.url));

/** The orders that most requests ask for. */
const USUAL: ReadonlySet<Order> = new Set([NEWEST_FIRST, POPULAR_FIRST]);

/**
 * A section of a forum's dialogs: from one index for each topic, and one more for each where archived dialogs are
 * wanted, merged and never sorted.
 */
export function bindDialogList(request: DialogListRequest): BoundStatement {
  const { topics, order, archivedToo } = request;
  const states = archivedStates(archivedToo);
  const parts = topics.flatMap((topic) => states.map((archived) => partOf(topic, archived, order)));
  const source = {
    matching: mergeParts(parts, order),
    total,
    values: [topics, states],
    prepared: USUAL.has(order) && (topics.length === 1 || topics.length === TOPICS.length),
  };
  return bindSection(source, request);
}

function partOf(topic: Topic, archived: boolean, { column }: Order): string {
  const columns = column === 'id' ? 'id' : `id, ${column}`;
  // What is equal to a constant is left out of an order, so that parts could not be merged by it; a range is not.
  const isTopic = column === 'topic' ? `between '${topic}' and '${topic}'` : `= '${topic}'`;
  return `select ${columns} from dialogs where forum_id = $1 and archived = ${archived} and topic ${isTopic}`;
}
