/** Bytes of a guide in a document besides its title and content: members, links and linkage. */
const RESOURCE_OVERHEAD = 700;

/** Fragments for the statements that read guides, where content is wanted and where it is not. */
export interface GuideColumns {
  withContent: ColumnFragments;
  withoutContent: ColumnFragments;
}

type ColumnFragments = Record<'columns' | 'bytes', string>;

/** What a guide adds to a document; a title can double when it is written as JSON. */
const TITLE_BYTES = `${RESOURCE_OVERHEAD} + 2 * octet_length(g.title)`;

/** @param alias of the rows that the columns are taken from; `bytes` is always of rows called `g` */
export function guideColumns(alias: string, content: string): GuideColumns {
  const columns = `${alias}.slug, ${alias}.title`;
  return {
    withContent: { columns: `${columns}, ${content}`, bytes: `g.content_bytes + ${TITLE_BYTES}` },
    withoutContent: { columns, bytes: TITLE_BYTES },
  };
}
