import { byName } from '@guidepost/i18n/text-order';
import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { Actor } from '../../model/permissions.ts';
import type { Precondition } from '../../model/precondition.ts';
import { changeKnowledgeBase } from '../../tenants/changes.ts';
import { requireKnowledgeBase } from '../../tenants/find-knowledge-base.ts';
import { leadOn } from './former-addresses.ts';
import {
  describeReference,
  type Reference,
  readName,
  readSlug,
  referenceValues,
  requireExpectedValues,
  revisionOf,
  withFreeSlug,
} from './names-and-slugs.ts';

export interface CountedTag {
  id: number;
  slug: string;
  name: string;
  /** To readers. */
  visible: boolean;
  /** Whether it has a name of its own in this language; else it is that of the main one. */
  translated: boolean;
  guides: number;
  published_guides: number;
}

export interface FoundTag {
  id: number;
  slug: string;
  name: string;
}

const collection = 'tags';

const listTagRows = sql`
  select t.id, t.slug, t.name
  from tags t
  where t.knowledge_base_id = $1
`;
const listTagsWithCounts = sql`
  select t.id, t.slug, t.name, t.visible, t.translated, coalesce(m.guides, 0) as guides, t.published_guides
  from tags t
  left join (
    select m.tag_id, count(*) as guides
    from guide_tags m
    where m.knowledge_base_id = $1
    group by m.tag_id
  ) m on m.tag_id = t.id
  where t.knowledge_base_id = $1
`;
const findTagRow = sql`
  -- A tag by slug $2 or ID $3.
  select t.id, t.slug, t.name
  from tags t
  where t.knowledge_base_id = $1 and (t.slug = $2 or t.id = $3)
`;
const insertTag = sql`
  insert into tags (knowledge_base_id, slug, name)
  values ($1, $2, $3)
  returning id
`;
const updateTag = sql`
  update tags t
  set name = $3, slug = $4
  where t.knowledge_base_id = $1 and t.id = $2 and (t.name, t.slug) is distinct from ($3, $4)
  returning t.id
`;
const moveTaggings = sql`
  -- Guides with the tag $2 have the tag $3.
  insert into guide_tags (knowledge_base_id, tag_id, guide_id)
  select $1, $3, m.guide_id
  from guide_tags m
  where m.knowledge_base_id = $1 and m.tag_id = $2
  on conflict do nothing
`;
const renameInDrafts = sql`
  -- Drafts with the tag named $2 have $3 instead, or neither if that is null. Their guides have been changed.
  with edited as (
    update guides g
    set edit_revision = g.edit_revision + 1, changed_at = now(), changed_by = current_actor()
    where g.knowledge_base_id = $1
      and $2 is distinct from $3::text
      and g.id in (
        select d.guide_id from guide_drafts d where d.knowledge_base_id = $1 and $2 = any(d.tag_names)
      )
    returning g.id
  )
  update guide_drafts d
  set tag_names = case
    when $3::text is null or $3 = any(d.tag_names) then array_remove(d.tag_names, $2)
    else array_replace(d.tag_names, $2, $3)
  end
  from edited e
  where d.knowledge_base_id = $1 and d.guide_id = e.id and $2 = any(d.tag_names)
`;
const removeTag = sql`
  delete from tags t
  where t.knowledge_base_id = $1 and t.id = $2
`;

/** All tags by name. @throws AppError `not-found` */
export async function listCountedTags(executor: Executor, { host }: { host: string }): Promise<CountedTag[]> {
  const { id, language } = await requireKnowledgeBase(executor, host);
  const tags = await executor.any<CountedTag>(listTagsWithCounts([id]));
  return tags.toSorted(byName(language));
}

/** All tags by name, without counting their guides. @throws AppError `not-found` */
export async function listTags(executor: Executor, { host }: { host: string }): Promise<FoundTag[]> {
  const { id, language } = await requireKnowledgeBase(executor, host);
  const tags = await executor.any<FoundTag>(listTagRows([id]));
  return tags.toSorted(byName(language));
}

/** @throws AppError `invalid` or `conflict` with the field */
export async function createTag(
  database: Executor,
  actor: Actor,
  { host, name: text, slug: wanted }: { host: string; name: string; slug?: string | undefined },
): Promise<{ id: number; slug: string }> {
  const name = readName(text);
  const slug = readSlug(wanted ?? '', name);
  const attribution = { host, actor, action: 'tag create' } as const;
  return withFreeSlug('tag', () =>
    changeKnowledgeBase(database, attribution, async (transaction, { id: knowledgeBaseId }) => {
      const { id } = await transaction.one<{ id: number }>(insertTag([knowledgeBaseId, slug, name]));
      // Readers do not see a tag without guides.
      return { changed: false, result: { id, slug }, audit: { subject: slug } };
    }),
  );
}

export function tagRevision({ name, slug }: Pick<FoundTag, 'name' | 'slug'>): string {
  return revisionOf([name, slug]);
}

/** A tag to change, if it still is as the client expects. */
interface TagAddress {
  host: string;
  tag: Reference;
  isExpected?: Precondition | undefined;
}

/**
 * Changes the name and the address; what is missing stays.
 * @returns whether anything changed
 * @throws AppError `not-found` or `precondition-failed`, and `invalid` or `conflict` with the field
 */
export async function renameTag(
  database: Executor,
  actor: Actor,
  { host, tag, isExpected, ...values }: TagAddress & { name?: string | undefined; slug?: string | undefined },
): Promise<boolean> {
  const attribution = { host, actor, action: 'tag rename' } as const;
  return withFreeSlug('tag', () =>
    changeKnowledgeBase(database, attribution, async (transaction, { id: knowledgeBaseId }) => {
      const before = await findTag(transaction, knowledgeBaseId, tag);
      requireExpectedValues(tagRevision(before), isExpected);
      const name = values.name === undefined ? before.name : readName(values.name);
      const slug = values.slug === undefined ? before.slug : readSlug(values.slug, name);
      const row = [knowledgeBaseId, before.id, name, slug];
      const changed = (await transaction.oneOrNone(updateTag(row))) !== null;
      if (slug !== before.slug)
        await leadOn(transaction, { actor, collection }, { knowledgeBaseId, from: before, to: before.id });
      await transaction.none(renameInDrafts([knowledgeBaseId, before.name, name]));
      const audit = { subject: slug, details: { former: before.slug, name } };
      return changed ? { changed, result: true, audit } : { changed, result: false };
    }),
  );
}

/** Gives guides the other tag instead, and deletes this one. @throws AppError `not-found`, or `invalid` */
export function mergeTag(
  database: Executor,
  actor: Actor,
  { host, tag, into }: { host: string; tag: Reference; into: Reference },
): Promise<void> {
  const attribution = { host, actor, action: 'tag merge' } as const;
  return changeKnowledgeBase(database, attribution, async (transaction, { id: knowledgeBaseId }) => {
    const from = await findTag(transaction, knowledgeBaseId, tag);
    const to = await findTag(transaction, knowledgeBaseId, into);
    if (from.id === to.id) throw new AppError('invalid', 'A tag cannot be merged into itself.');
    await transaction.none(moveTaggings([knowledgeBaseId, from.id, to.id]));
    await leadOn(transaction, { actor, collection }, { knowledgeBaseId, from, to: to.id });
    await transaction.none(renameInDrafts([knowledgeBaseId, from.name, to.name]));
    await transaction.none(removeTag([knowledgeBaseId, from.id]));
    const audit = { subject: from.slug, details: { into: to.slug } };
    return { changed: true, result: undefined, audit };
  });
}

/** Deletes a tag; its guides stay. @throws AppError `not-found` or `precondition-failed` */
export function deleteTag(
  database: Executor,
  actor: Actor,
  { host, tag, isExpected }: TagAddress,
): Promise<void> {
  const attribution = { host, actor, action: 'tag delete' } as const;
  return changeKnowledgeBase(database, attribution, async (transaction, { id: knowledgeBaseId }) => {
    const found = await findTag(transaction, knowledgeBaseId, tag);
    requireExpectedValues(tagRevision(found), isExpected);
    const { id, slug, name } = found;
    await transaction.none(renameInDrafts([knowledgeBaseId, name, null]));
    await transaction.none(removeTag([knowledgeBaseId, id]));
    return { changed: true, result: undefined, audit: { subject: slug } };
  });
}

/** @throws AppError `not-found` */
export async function findTag(
  transaction: Executor,
  knowledgeBaseId: number,
  reference: Reference,
): Promise<FoundTag> {
  const found = await transaction.oneOrNone<FoundTag>(
    findTagRow([knowledgeBaseId, ...referenceValues(reference)]),
  );
  if (found) return found;
  throw new AppError('not-found', `There is no tag ${describeReference(reference)}.`);
}
