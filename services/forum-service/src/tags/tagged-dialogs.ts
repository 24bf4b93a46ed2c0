import { type BoundStatement, sqlText } from '@guidepost/postgres';
import { NEWEST_FIRST } from '../dialogs/dialog-order.ts';
import {
  archivedStates,
  bindSlice,
  type DialogSlice,
  type DialogSource,
  mergeParts,
} from '../dialogs/dialog-slice.ts';
import type { Order } from '../model/order.ts';

export interface TaggedDialogsRequest extends DialogSlice {
  tags: readonly string[];
  includeArchived: boolean;
}

const withAllTags = sqlText(new URL('./sql/with-all-tags.sql', import.meta.url));
const countWithTag = sqlText(new URL('./sql/count-with-tag.sql', import.meta.url));
const countedWithTag = sqlText(new URL('./sql/counted-with-tag.sql', import.meta.url));

export function bindTaggedDialogs(request: TaggedDialogsRequest): BoundStatement {
  const { tags, order } = request;
  const byDate = order.column === 'pub_date' && tags.length === 1;
  return bindSlice(byDate ? withOneTag(request) : sorted(request), request);
}

/** One tag by date: read from an index on dialog_tags, which copies the dates; visible dialogs are already counted. */
function withOneTag({ tags: [tag], order, includeArchived }: TaggedDialogsRequest): DialogSource {
  const states = archivedStates(includeArchived);
  const matching = mergeParts(states.map(partOf), order);
  if (includeArchived) return { matching, total: countWithTag, values: [tag, states], prepared: false };
  return { matching, total: countedWithTag, values: [tag], prepared: order === NEWEST_FIRST };
}

function partOf(archived: boolean): string {
  return `select dialog_id as id, pub_date from dialog_tags where forum_id = $1 and archived = ${archived}
    and tag_id = (select id from tags where forum_id = $1 and folded_name = $4)`;
}

/** Several tags or another order: dialogs are found, then sorted. */
function sorted({ tags, order, includeArchived }: TaggedDialogsRequest): DialogSource {
  return {
    prelude: withAllTags,
    matching: `select ${columns(order)} from carrying c join dialogs d on d.forum_id = $1 and d.id = c.id`,
    total: 'select count(*) as dialogs from carrying',
    values: [tags, archivedStates(includeArchived)],
    prepared: false,
  };
}

function columns({ column }: Order): string {
  return column === 'id' ? 'd.id' : `d.id, d.${column}`;
}
