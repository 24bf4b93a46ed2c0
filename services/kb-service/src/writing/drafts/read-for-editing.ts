import { compareTexts } from '@guidepost/i18n/text-order';
import { type Executor, sql } from '@guidepost/postgres';
import { findProperties, type PropertyRow } from '../../content/guide-properties.ts';
import { listWriters, type Writer } from '../../reviews/set-properties.ts';
import { requireKnowledgeBase } from '../../tenants/find-knowledge-base.ts';
import { type GuideEditState, readWorkingCopy, stateOf, type WorkingCopy } from './working-copy.ts';

export interface CategoryChoice {
  id: number;
  slug: string;
  name: string;
  parentId: number | null;
  position: number;
}

/** The guide in the editor: its draft or, without one, as readers see it. */
export interface EditableGuide {
  id: number;
  revision: number;
  state: GuideEditState;
  published: boolean;
  /** Whether there is a draft. */
  hasChanges: boolean;
  /** Whether there is nothing of it in this language. */
  missing: boolean;
  publishAt: Date | null;
  /** Undefined unless the guide is in review. */
  proposal: Proposal | undefined;
  title: string;
  slug: string;
  contentHtml: string;
  /** IDs in the order that the author chose. */
  categories: number[];
  tags: string[];
  /** The slug under which readers find the guide, if it is published. */
  publishedSlug: string;
  /** Slugs that lead to the guide, newest first. */
  formerSlugs: string[];
  changedAt: Date;
  changedBy: string | null;
  properties: PropertyRow;
  /** Who may discard the draft even as an author. */
  draftAuthor: string | null;
  choices: { categories: CategoryChoice[]; tags: string[]; owners: Writer[] };
}

export interface Proposal {
  id: number;
  by: string;
  at: Date;
}

interface Choices {
  categories: CategoryChoice[];
  tags: string[];
  former_slugs: string[];
}

const listChoices = sql`
  -- The categories and tags that an author can choose.
  select
    (
      select coalesce(json_agg(json_build_object(
        'id', c.id, 'slug', c.slug, 'name', c.name, 'parentId', c.parent_category_id, 'position', c.position
      ) order by c.position, c.id), '[]')
      from categories c
      where c.knowledge_base_id = $1
    ) as categories,
    array(
      select t.name
      from tags t
      where t.knowledge_base_id = $1
    ) as tags,
    array(
      select f.slug
      from former_slugs f
      where f.knowledge_base_id = $1
        and f.guide_id = $2
        and not exists (select from guides o where o.knowledge_base_id = $1 and o.slug = f.slug)
      order by f.left_at desc, f.slug
    ) as former_slugs
`;

/** @throws AppError `not-found` */
export async function readForEditing(
  executor: Executor,
  { host, guideId }: { host: string; guideId: number },
): Promise<EditableGuide> {
  const knowledgeBase = await requireKnowledgeBase(executor, host);
  const { id: knowledgeBaseId, language } = knowledgeBase;
  const copy = await readWorkingCopy(executor, { knowledgeBaseId, guideId });
  const { categories, tags, former_slugs } = await executor.one<Choices>(
    listChoices([knowledgeBaseId, guideId]),
  );
  const byText = compareTexts(language);
  return {
    id: copy.id,
    revision: copy.revision,
    state: stateOf(copy),
    published: copy.published,
    hasChanges: copy.has_draft,
    missing: copy.missing && !copy.has_draft,
    publishAt: copy.publish_at,
    proposal: proposalOf(copy),
    title: copy.title,
    slug: copy.slug,
    contentHtml: copy.content_html,
    categories: copy.category_ids,
    tags: copy.has_draft ? copy.tag_names : copy.tag_names.toSorted(byText),
    publishedSlug: copy.published_slug,
    formerSlugs: former_slugs,
    changedAt: copy.changed_at,
    changedBy: copy.changed_by,
    properties: await findProperties(executor, { knowledgeBaseId, guideId }),
    draftAuthor: copy.author_name,
    choices: {
      categories,
      tags: tags.toSorted(byText),
      owners: await listWriters(executor, knowledgeBase),
    },
  };
}

/** Those that an earlier release has proposed have no number, and any decision is about them. */
function proposalOf(copy: WorkingCopy): Proposal | undefined {
  if (copy.draft_state !== 'proposed') return undefined;
  return {
    id: copy.proposal_id ?? 0,
    by: copy.proposer_name ?? copy.author_name ?? '–',
    at: copy.proposed_at ?? copy.changed_at,
  };
}

type ListedCategory = CategoryChoice & { depth: number };

/** Categories as a list in reading order, each with its depth: each one follows its parent. */
export function inReadingOrder(choices: readonly CategoryChoice[]): ListedCategory[] {
  const childrenOf = Map.groupBy(choices, ({ parentId }) => parentId);
  const below = (parent: number | null, depth: number): ListedCategory[] =>
    (childrenOf.get(parent) ?? [])
      .toSorted((one, other) => one.position - other.position || one.id - other.id)
      .flatMap((choice) => [{ ...choice, depth }, ...below(choice.id, depth + 1)]);
  return below(null, 0);
}

/** From the top category to this one. */
export function trailOf(choices: readonly CategoryChoice[], id: number | undefined): CategoryChoice[] {
  const category = choices.find((choice) => choice.id === id);
  return category ? [...trailOf(choices, category.parentId ?? undefined), category] : [];
}
