import { type BoundStatement, type Executor, statementTemplate } from '@guidepost/postgres';
import type { Section } from '../api/parameters.ts';
import { TOPICS, type Topic } from '../topics/topics.ts';
import { NEWEST_FIRST, type Order, POPULAR_FIRST } from './dialog-order.ts';
import type { DialogRow } from './dialog-record.ts';

export interface DialogListRequest extends Section {
  forumId: number;
  topics: readonly Topic[];
  order: Order;
  /** Whether archived ones are listed, too. */
  archivedToo: boolean;
}

export interface ListedDialogs {
  /** How many there are in all sections. */
  total: number;
  rows: DialogRow[];
}

type ListRow = { total: number } & (DialogRow | { id: null });

const list = statementTemplate(new URL('./sql/list-dialogs.sql', import.meta.url));

/** The orders that most requests ask for. */
const USUAL: ReadonlySet<Order> = new Set([NEWEST_FIRST, POPULAR_FIRST]);

/** A section of a forum's dialogs and the number of all, in one statement. */
export async function listDialogs(executor: Executor, request: DialogListRequest): Promise<ListedDialogs> {
  const rows = await executor.any<ListRow>(bindDialogList(request));
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.filter((row): row is { total: number } & DialogRow => row.id !== null),
  };
}

/** From one index for each topic, and one more for each where archived dialogs are wanted: merged, and never sorted. */
export function bindDialogList(request: DialogListRequest): BoundStatement {
  const { forumId, topics, order, archivedToo, start, limit } = request;
  const states = archivedToo ? ['false', 'true'] : ['false'];
  const branches = topics.flatMap((topic) => states.map((archived) => branch(topic, archived, order)));
  const fragments = { archived: states.join(', '), order: order.sql, branches: branches.join(' union all ') };
  const prepared = USUAL.has(order) && (topics.length === 1 || topics.length === TOPICS.length);
  return list(fragments, { prepared })([forumId, topics, start, limit]);
}

function branch(topic: Topic, archived: string, { column }: Order): string {
  const columns = column === 'id' ? 'id' : `id, ${column}`;
  return `select ${columns} from dialogs where forum_id = $1 and archived = ${archived} and topic = '${topic}'`;
}
