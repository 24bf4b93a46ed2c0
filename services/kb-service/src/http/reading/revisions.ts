import { entityTag, strongEntityTag } from '@guidepost/http';
import type { ResourceRow } from '../../model/listing.ts';
import type { Precondition } from '../../model/precondition.ts';
import { categoryRevision } from '../../writing/structure/find-categories.ts';
import { tagRevision } from '../../writing/structure/tags.ts';
import { EDITING_HEADERS } from '../json-api/headers.ts';
import type { ResourceType } from '../json-api/resource-types.ts';
import type { Answer } from './endpoint.ts';

/** Between the revision and the rest of an entity tag; no revision contains it. */
export const REVISION_SEPARATOR = '.';

/** Marks readers' text beside a draft: the revision counts the draft, which this tag must not match. */
const PUBLISHED_BESIDE_DRAFT = 'p';

interface GuideRow {
  revision?: number;
  has_draft?: boolean;
  shows_published?: boolean;
}

const REVISIONS: Readonly<Record<ResourceType, (row: never) => string | undefined>> = {
  knowledge_base: () => undefined,
  guide: ({ revision, has_draft, shows_published }: GuideRow) =>
    revision === undefined
      ? undefined
      : `${revision}${has_draft && shows_published ? PUBLISHED_BESIDE_DRAFT : ''}`,
  knowledge_base_category: (
    row: Parameters<typeof categoryRevision>[0] & { parent_category_id: number | null },
  ) => categoryRevision({ ...row, parent_id: row.parent_category_id }),
  tag: tagRevision,
};

/** The document of one resource, with an entity tag that serves in `If-Match`. */
export function withRevision(document: Answer, type: ResourceType, row: ResourceRow): Answer {
  const revision = REVISIONS[type](row as never);
  if (revision === undefined) return document;
  const tag = document.entityTag ?? entityTag(document.body);
  return {
    ...document,
    headers: { ...EDITING_HEADERS, ...document.headers },
    entityTag: strongEntityTag(revision + REVISION_SEPARATOR, tag),
  };
}

/** Whether one of these entity tags is of the revision. */
export function expecting(tags: readonly string[]): Precondition {
  return (revision) => tags.some((tag) => tag.startsWith(revision + REVISION_SEPARATOR));
}
