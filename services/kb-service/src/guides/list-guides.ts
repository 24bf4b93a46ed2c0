import { parseId } from '@guidepost/http';
import { type ContentReader, type Executor, preparedStatement, statementTemplate } from '@guidepost/postgres';
import { type Inclusion, MAX_INCLUDED } from '../model/inclusion.ts';
import type { Page } from '../model/listing.ts';
import { type ListedRows, type ListRow, listedRows, type RelatedRow, relatedRows } from '../model/listing.ts';
import { orderBy, type SortableFields, type SortOrder } from '../model/sort-order.ts';
import type { Linked } from './linked-rows.ts';

export type GuideGroup = 'category' | 'tag';

/** A slug or an ID, as in the request. */
export interface GuideFilter {
  by: GuideGroup;
  value: string;
}

export interface GuideListRequest extends SortOrder {
  knowledgeBaseId: number;
  page: Page;
  withContent: boolean;
  /** Whether the content is expected in memory, and only its digest is read. */
  contentKnown: boolean;
  /** The size limit of the page; guides beyond it have no content. */
  mostBytes: number;
  /** Relationships to read as well. */
  linked: readonly Linked[];
}

export const GUIDE_FIELDS: SortableFields = {
  title: (collation) => `g.title collate ${collation}`,
  slug: 'g.slug collate "und-x-icu"',
  id: 'g.id',
};

const all = statementTemplate(new URL('./sql/list-guides.sql', import.meta.url));
const found = statementTemplate(new URL('./sql/list-found-guides.sql', import.meta.url));
const grouped = {
  category: {
    statement: statementTemplate(new URL('./sql/list-guides-of-category.sql', import.meta.url)),
    defaultOrder: 'm.position, m.guide_id',
  },
  tag: {
    statement: statementTemplate(new URL('./sql/list-guides-with-tag.sql', import.meta.url)),
    defaultOrder: 'g.id',
  },
};

export const guidesOfKnowledgeBase = includeGuides(
  new URL('./sql/include-guides-of-knowledge-base.sql', import.meta.url),
);
/** Published guides of categories, in the order of the category. */
export const guidesOfCategories = includeGuides(
  new URL('./sql/include-guides-of-categories.sql', import.meta.url),
);
export const guidesOfTags = includeGuides(new URL('./sql/include-guides-of-tags.sql', import.meta.url));

/** A page of published guides and the total, in one statement. */
export async function listGuides(
  executor: ContentReader,
  { filter, ...request }: GuideListRequest & { filter?: GuideFilter | undefined },
): Promise<ListedRows> {
  if (filter) return listedRows(await readGroup(executor, request, filter));
  const statement = ordered(all, 'g.id', request);
  return listedRows(await executor.any<ListRow>(statement([...valuesOf(request), request.linked])));
}

/**
 * The same for a category or tag; null if it does not exist or is not visible.
 * @param parent its ID is null if the request has none that is valid
 */
export async function listRelatedGuides(
  executor: ContentReader,
  { parent, ...request }: GuideListRequest & { parent: { by: GuideGroup; id: number | null } },
): Promise<ListedRows | null> {
  return relatedRows(await readGroup(executor, request, parent));
}

/** The same for the results of a search, by ID unless another order is requested. */
export async function listFoundGuides(
  executor: Executor,
  request: GuideListRequest,
  ids: number[],
): Promise<ListedRows> {
  const statement = ordered(found, 'm.position', request);
  return listedRows(await executor.any<ListRow>(statement([...valuesOf(request), ids, request.linked])));
}

function readGroup(
  executor: ContentReader,
  request: GuideListRequest,
  group: GuideFilter | { by: GuideGroup; id: number | null },
): Promise<RelatedRow[]> {
  const { statement, defaultOrder } = grouped[group.by];
  const reference = 'id' in group ? [null, group.id] : [group.value, parseId(group.value) ?? null];
  return executor.any<RelatedRow>(
    ordered(statement, defaultOrder, request)([...valuesOf(request), ...reference, request.linked]),
  );
}

/**
 * Only orders by at most one field are prepared; the plans of all others would let clients fill the memory of a
 * connection.
 */
function ordered(
  statement: ReturnType<typeof statementTemplate>,
  defaultOrder: string,
  request: GuideListRequest,
) {
  const order = orderBy(GUIDE_FIELDS, request);
  return statement({ order: order ?? defaultOrder }, { prepared: request.sort.length <= 1 });
}

function valuesOf({
  knowledgeBaseId,
  page,
  mostBytes,
  withContent,
  contentKnown,
}: GuideListRequest): unknown[] {
  return [knowledgeBaseId, page.size, page.offset, mostBytes, withContent, !contentKnown];
}

function includeGuides(file: URL): Inclusion {
  const statement = preparedStatement(file);
  return ({ knowledgeBaseId, sources, attributes, mostBytes }) =>
    statement([knowledgeBaseId, sources, MAX_INCLUDED, mostBytes, attributes.has('content_html')]);
}
