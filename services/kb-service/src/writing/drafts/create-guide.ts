import { type Executor, sql } from '@guidepost/postgres';
import type { RemovedMarkup } from '../../cleaning/removed-markup.ts';
import { readContent } from '../../content/content.ts';
import type { Actor } from '../../model/permissions.ts';
import { changeKnowledgeBase } from '../../tenants/changes.ts';
import { requireKnowledgeBase } from '../../tenants/find-knowledge-base.ts';
import { readSlug } from '../structure/names-and-slugs.ts';
import { resolveTagNames } from '../structure/typed-tags.ts';
import { lockWorkingCopy } from './change-draft.ts';
import { type GuideValues, readCategories, readTitle, requireTitle } from './edited-values.ts';
import { findNumberedSlug, requireFreeSlug } from './guide-slugs.ts';
import { settleFiles } from './settle-files.ts';
import { writeDraft } from './write-draft.ts';

interface NewGuide extends GuideValues {
  host: string;
  title: string;
}

interface CreatedGuide {
  id: number;
  slug: string;
  revision: number;
  /** The markup that cleaning removed. */
  removed: RemovedMarkup;
}

const insertGuide = sql`
  -- An unpublished guide. An import leaves it, as any other that was changed outside of imports.
  insert into guides (
    knowledge_base_id, slug, title, content_html, content_bytes, published, edited, changed_at, changed_by
  )
  values ($1, $2, $3, $4, $5, false, true, now(), current_actor())
  returning id
`;

/**
 * Creates an unpublished guide with a draft. Without a slug it gets a free one made from its title.
 * @throws AppError `invalid` with the field, or `conflict` for a slug that is taken
 */
export async function createGuide(
  database: Executor,
  actor: Actor,
  { host, ...values }: NewGuide,
): Promise<CreatedGuide> {
  const title = requireTitle(readTitle(values.title));
  const { contentHtml = '', filesUrl } = values;
  const content = values.content ?? (await readContent(contentHtml, { filesUrl }));
  const category_ids = readCategories(values.categories ?? []);
  const change = { host, actor, action: 'guide create' } as const;
  return changeKnowledgeBase(database, change, async (transaction, knowledgeBase) => {
    const slug = await chooseSlug(transaction, knowledgeBase.id, { title, slug: values.slug });
    const { contentHtml: content_html, contentBytes } = await settleFiles(
      transaction,
      knowledgeBase,
      content,
    );
    const row = [knowledgeBase.id, slug, title, content_html, contentBytes];
    const { id } = await transaction.one<{ id: number }>(insertGuide(row));
    const copy = await lockWorkingCopy(transaction, { knowledgeBaseId: knowledgeBase.id, guideId: id });
    const tag_names = await resolveTagNames(transaction, knowledgeBase.id, values.tags ?? []);
    await writeDraft({ transaction, knowledgeBase, copy }, actor, { content_html, category_ids, tag_names });
    const result = { id, slug, revision: copy.revision, removed: content.removed };
    return { changed: false, result, audit: { guideId: id, subject: slug } };
  });
}

async function chooseSlug(
  transaction: Executor,
  knowledgeBaseId: number,
  { title, slug: wanted = '' }: { title: string; slug: string | undefined },
): Promise<string> {
  const slug = readSlug(wanted, title);
  if (wanted.trim() !== '') {
    await requireFreeSlug(transaction, { knowledgeBaseId, slug });
    return slug;
  }
  return findNumberedSlug(transaction, { knowledgeBaseId, slug });
}

const findBlank = sql`
  -- A guide that the person $2 began and that has only the title $3. Within the first hour, another window may show it.
  select d.guide_id as id
  from guide_drafts d
  join guides g on g.knowledge_base_id = d.knowledge_base_id and g.id = d.guide_id
  where d.knowledge_base_id = $1
    and d.author_id = $2
    and d.title = $3
    and d.content_html = ''
    and d.category_ids = '{}'
    and d.tag_names = '{}'
    and d.state = 'draft'
    and d.updated_at < now() - interval '1 hour'
    and not g.published
  order by d.guide_id
  limit 1
`;

/** A guide to write in: one that the person began and left without a word, or a new one. */
export async function beginGuide(
  database: Executor,
  actor: Actor,
  { host, title }: { host: string; title: string },
): Promise<{ id: number }> {
  const { id } = await requireKnowledgeBase(database, host);
  const blank = await database.oneOrNone<{ id: number }>(findBlank([id, actor.personId, title]));
  return blank ?? createGuide(database, actor, { host, title });
}
