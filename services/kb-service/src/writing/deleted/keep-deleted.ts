import { type Executor, sql } from '@guidepost/postgres';

interface KeptTable {
  name: string;
  /** The column with the guide. */
  guide?: string;
  /** The column with a person, who may have another id in the database that a knowledge base moves to. */
  person?: string;
}

/** The tables with parts of a guide, in the order in which they are restored: those that others refer to first. */
export const KEPT_TABLES: readonly KeptTable[] = [
  { name: 'guides', guide: 'id' },
  { name: 'former_slugs' },
  { name: 'guide_categories' },
  { name: 'guide_tags' },
  { name: 'guide_files' },
  { name: 'guide_drafts', person: 'author_id' },
  { name: 'draft_files' },
  { name: 'guide_proposals', person: 'proposer_id' },
  { name: 'guide_versions' },
  { name: 'version_files' },
  { name: 'guide_votes' },
  { name: 'guide_vote_counts' },
  { name: 'guide_comments' },
  { name: 'guide_views' },
  { name: 'guide_searches' },
  { name: 'guide_recent_views' },
  { name: 'contact_deflections' },
  { name: 'guide_notes', person: 'author_id' },
  { name: 'guide_reviews', person: 'owner_id' },
  { name: 'addresses' },
];

const lock = sql`
  -- Everything that refers to the guides, such as votes, waits until they are deleted.
  select g.id
  from guides g
  where g.knowledge_base_id = $1 and g.id = any($2::bigint[])
  order by g.id
  for update
`;
const enter = sql`
  -- Enters the guides $2, which $3 deletes, with their titles as the desk shows them.
  insert into deleted_guides
    (knowledge_base_id, guide_id, slug, title, published, external, imported, deleted_by)
  select g.knowledge_base_id, g.id, g.slug, coalesce(nullif(d.title, ''), g.title), g.published, g.external,
    g.source_hash is not null, $3
  from guides g
  left join guide_drafts d on d.knowledge_base_id = g.knowledge_base_id and d.guide_id = g.id
  where g.knowledge_base_id = $1 and g.id = any($2::bigint[])
`;
const KEEP = KEPT_TABLES.map(({ name, guide = 'guide_id', person }) => ({
  name,
  keep: sql`
    -- Keeps the rows of one table, $3, that belong to the guides $2.
    insert into deleted_guide_rows (knowledge_base_id, guide_id, kind, person_id, stored)
    select t.knowledge_base_id, t.${sql.identifier(guide)}, $3, ${person ? sql.part`t.${sql.identifier(person)}` : sql.part`null`},
      to_jsonb(t)
    from ${sql.identifier(name)} t
    where t.knowledge_base_id = $1 and t.${sql.identifier(guide)} = any($2::bigint[])
  `,
}));
const keepHits = sql`
  -- The hits of the addresses of the guides $2.
  insert into deleted_guide_rows (knowledge_base_id, guide_id, kind, stored)
  select h.knowledge_base_id, a.guide_id, 'address_hits', to_jsonb(h)
  from addresses a
  join address_hits h on h.knowledge_base_id = a.knowledge_base_id and h.address_id = a.id
  where a.knowledge_base_id = $1 and a.guide_id = any($2::bigint[])
`;
const keepFiles = sql`
  -- The files of the guides $2, of their drafts and of their versions stay.
  insert into deleted_guide_files (knowledge_base_id, file_id, guide_id)
  select m.knowledge_base_id, m.file_id, m.guide_id
  from guide_files m
  where m.knowledge_base_id = $1 and m.guide_id = any($2::bigint[])
  union
  select m.knowledge_base_id, m.file_id, m.guide_id
  from draft_files m
  where m.knowledge_base_id = $1 and m.guide_id = any($2::bigint[])
  union
  select m.knowledge_base_id, m.file_id, m.guide_id
  from version_files m
  where m.knowledge_base_id = $1 and m.guide_id = any($2::bigint[])
`;
const keepFilesOfMain = sql`
  -- So do those of the main language that translations $2 show.
  insert into deleted_edition_files (knowledge_base_id, file_id, edition_id, guide_id)
  select m.knowledge_base_id, m.file_id, m.edition_id, m.guide_id
  from edition_files m
  join knowledge_bases k on k.id = $1 and k.main_id = m.knowledge_base_id
  where m.edition_id = $1 and m.guide_id = any($2::bigint[])
`;
const deleteById = sql`
  -- All that belongs to the guides is deleted by cascade.
  delete from guides g
  where g.knowledge_base_id = $1 and g.id = any($2::bigint[])
`;

const listTranslated = sql`
  -- The other languages of the knowledge base $1 that have a text of one of the guides $2, with these.
  select e.id, array_agg(g.id) as guide_ids
  from knowledge_bases e
  join guides g on g.knowledge_base_id = e.id and g.id = any($2::bigint[])
  where e.edition_of = $1
    and (not g.missing or exists (
      select from guide_drafts d where d.knowledge_base_id = e.id and d.guide_id = g.id
    ))
  group by e.id
  order by e.id
`;

interface TranslatedGuides {
  id: number;
  guide_ids: number[];
}

/**
 * Deletes guides within a change, in all languages or in another than the main one, and keeps their rows, so that they
 * can be restored. @param by who deletes them
 * @returns the IDs of the other languages in which they had a text
 */
export async function deleteAndKeep(
  transaction: Executor,
  knowledgeBaseId: number,
  { ids, by }: { ids: readonly number[]; by: string },
): Promise<number[]> {
  const editions = await transaction.any<TranslatedGuides>(listTranslated([knowledgeBaseId, ids]));
  for (const { id, guide_ids } of editions) await deleteInLanguage(transaction, id, { ids: guide_ids, by });
  await deleteInLanguage(transaction, knowledgeBaseId, { ids, by });
  return editions.map(({ id }) => id);
}

async function deleteInLanguage(
  transaction: Executor,
  knowledgeBaseId: number,
  { ids, by }: { ids: readonly number[]; by: string },
): Promise<void> {
  const guides = [knowledgeBaseId, ids];
  await transaction.any(lock(guides));
  await transaction.none(enter([...guides, by]));
  for (const { name, keep } of KEEP) await transaction.none(keep([...guides, name]));
  await transaction.none(keepHits(guides));
  await transaction.none(keepFiles(guides));
  await transaction.none(keepFilesOfMain(guides));
  await transaction.none(deleteById(guides));
}
