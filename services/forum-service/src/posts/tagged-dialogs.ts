import { type BoundStatement, sqlTemplate } from '@guidepost/postgres';
import { archivedStates, type DialogSlice, partsOf, valuesOf } from './dialog-slice.ts';
import { NEWEST_FIRST } from './dialog-sort-orders.ts';

export interface TaggedDialogsRequest extends DialogSlice {
  /** Folded by `foldTagName`. */
  tags: readonly string[];
  includeArchived: boolean;
}

const listWithTag = sqlTemplate.file<'columns' | 'order'>(
  new URL('./sql/list-dialogs-with-tag.sql', import.meta.url),
);
const listWithTags = sqlTemplate.file<'columns' | 'order'>(
  new URL('./sql/list-dialogs-with-tags.sql', import.meta.url),
);

/** A slice of the dialogs with all of the tags: one tag by date is read from an index, the rest is sorted. */
export function bindTaggedDialogs(request: TaggedDialogsRequest): BoundStatement {
  const { tags, order, includeArchived } = request;
  const parts = partsOf(request);
  const values = valuesOf(request);
  if (tags.length === 1 && order.column === 'pub_date') {
    const prepared = order === NEWEST_FIRST && !includeArchived;
    return listWithTag(parts, { prepared })([...values, tags[0], includeArchived]);
  }
  return listWithTags(parts, { prepared: false })([...values, tags, archivedStates(includeArchived)]);
}
