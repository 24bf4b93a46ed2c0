import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { KnowledgeBase } from '../model/knowledge-base.ts';

const countCategories = sql`
  -- Counts the guides that readers see in each category of each edition of the knowledge base $1, and which categories
  -- they see, as changes of the main language do.
  with recursive carrying as (
    select m.knowledge_base_id, m.category_id as id, count(*) as guides
    from knowledge_bases e
    join guide_categories m on m.knowledge_base_id = e.id
    join guides g on g.knowledge_base_id = e.id and g.id = m.guide_id and g.shown_from is not null
    where e.edition_of = $1
    group by m.knowledge_base_id, m.category_id
  ), visible as (
    select c.knowledge_base_id, c.id, c.parent_category_id
    from carrying
    join categories c on c.knowledge_base_id = carrying.knowledge_base_id and c.id = carrying.id
    union
    select p.knowledge_base_id, p.id, p.parent_category_id
    from visible v
    join categories p on p.knowledge_base_id = v.knowledge_base_id and p.id = v.parent_category_id
  )
  update categories c
  set visible = v.id is not null, published_guides = coalesce(carrying.guides, 0)
  from categories o
  join knowledge_bases e on e.id = o.knowledge_base_id and e.edition_of = $1
  left join visible v on v.knowledge_base_id = o.knowledge_base_id and v.id = o.id
  left join carrying on carrying.knowledge_base_id = o.knowledge_base_id and carrying.id = o.id
  where c.knowledge_base_id = o.knowledge_base_id and c.id = o.id
    and (c.visible, c.published_guides) <> (v.id is not null, coalesce(carrying.guides, 0))
`;
const countTags = sql`
  -- The same for tags.
  with carrying as (
    select m.knowledge_base_id, m.tag_id as id, count(*) as guides
    from knowledge_bases e
    join guide_tags m on m.knowledge_base_id = e.id
    join guides g on g.knowledge_base_id = e.id and g.id = m.guide_id and g.shown_from is not null
    where e.edition_of = $1
    group by m.knowledge_base_id, m.tag_id
  )
  update tags t
  set visible = carrying.id is not null, published_guides = coalesce(carrying.guides, 0)
  from tags o
  join knowledge_bases e on e.id = o.knowledge_base_id and e.edition_of = $1
  left join carrying on carrying.knowledge_base_id = o.knowledge_base_id and carrying.id = o.id
  where t.knowledge_base_id = o.knowledge_base_id and t.id = o.id
    and (t.visible, t.published_guides) <> (carrying.id is not null, coalesce(carrying.guides, 0))
`;
const countGuides = sql`
  -- Counts the guides that readers of each edition of the knowledge base $1 see.
  update knowledge_bases k
  set published_guides = counted.guides
  from (
    select e.id, (
      select count(*) from guides g where g.knowledge_base_id = e.id and g.shown_from is not null
    ) as guides
    from knowledge_bases e
    where e.edition_of = $1
  ) counted
  where k.id = counted.id and k.published_guides <> counted.guides
`;

const chooseForAll = sql`
  select choose_shown($1, array(select g.id from guides g where g.knowledge_base_id = $1))
`;
const chooseLater = sql`
  -- Whether triggers leave it to others to choose which texts readers see.
  select set_config('guidepost.choosing_later', $1, true)
`;

/**
 * Counts what readers of the other languages see, within a change of a knowledge base.
 * @param id in its main language
 */
export async function countInEditions(transaction: Executor, id: number): Promise<void> {
  await transaction.none(countCategories([id]));
  await transaction.none(countTags([id]));
  await transaction.none(countGuides([id]));
}

/** Chooses which texts readers of each language see once, after many changes of guides. */
export async function chooseOnce<Result>(
  transaction: Executor,
  { id, languages }: Pick<KnowledgeBase, 'id' | 'languages'>,
  work: () => Promise<Result>,
): Promise<Result> {
  if (languages.length === 1) return work();
  await transaction.one(chooseLater(['on']));
  const result = await work();
  await transaction.one(chooseLater(['off']));
  await chooseShown(transaction, id);
  return result;
}

/** The same for all guides, as they are now. */
export async function chooseShown(transaction: Executor, id: number): Promise<void> {
  await transaction.one(chooseForAll([id]));
}

export function concernsAllLanguages({ main_host, language }: KnowledgeBase): AppError {
  const message = `This concerns all languages of ${main_host}, not ${language} alone. Name it without a language.`;
  return new AppError('conflict', message);
}
