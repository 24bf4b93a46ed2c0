import { byName } from '@guidepost/i18n/text-order';
import { type Executor, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { changeKnowledgeBase } from '../knowledge-bases/changes.ts';
import { requireKnowledgeBase } from '../knowledge-bases/find-knowledge-base.ts';
import type { Actor } from '../model/actor.ts';
import {
  describeReference,
  type Reference,
  readName,
  readSlugFor,
  referenceValues,
  withFreeSlug,
} from './named-thing.ts';

export interface CountedTag {
  id: number;
  slug: string;
  name: string;
  /** To readers. */
  visible: boolean;
  guides: number;
  published_guides: number;
}

export interface FoundTag {
  id: number;
  slug: string;
  name: string;
}

const list = preparedStatement(new URL('./sql/list-tags.sql', import.meta.url));
const listCounted = preparedStatement(new URL('./sql/list-tags-with-counts.sql', import.meta.url));
const find = preparedStatement(new URL('./sql/find-tag.sql', import.meta.url));
const create = preparedStatement(new URL('./sql/create-tag.sql', import.meta.url));
const change = preparedStatement(new URL('./sql/change-tag.sql', import.meta.url));
const moveTaggings = preparedStatement(new URL('./sql/move-taggings.sql', import.meta.url));
const renameInDrafts = preparedStatement(new URL('./sql/rename-tag-in-drafts.sql', import.meta.url));
const remove = preparedStatement(new URL('./sql/delete-tag.sql', import.meta.url));

/** All tags by name. @throws AppError `not-found` */
export async function listCountedTags(executor: Executor, { host }: { host: string }): Promise<CountedTag[]> {
  const { id, language } = await requireKnowledgeBase(executor, host);
  const tags = await executor.any<CountedTag>(listCounted([id]));
  return tags.toSorted(byName(language));
}

/** All tags by name, without counting their guides. @throws AppError `not-found` */
export async function listTags(executor: Executor, { host }: { host: string }): Promise<FoundTag[]> {
  const { id, language } = await requireKnowledgeBase(executor, host);
  const tags = await executor.any<FoundTag>(list([id]));
  return tags.toSorted(byName(language));
}

/** @throws AppError `invalid` or `conflict` with the field */
export async function createTag(
  database: Executor,
  actor: Actor,
  { host, name: text, slug: wanted }: { host: string; name: string; slug?: string | undefined },
): Promise<{ id: number; slug: string }> {
  const name = readName(text);
  const slug = readSlugFor(name, wanted);
  const attribution = { host, actor, action: 'tag create' } as const;
  return withFreeSlug('tag', () =>
    changeKnowledgeBase(database, attribution, async (transaction, { id: knowledgeBaseId }) => {
      const { id } = await transaction.one<{ id: number }>(create([knowledgeBaseId, slug, name]));
      return { changed: false, result: { id, slug }, audit: { subject: slug } };
    }),
  );
}

/** Changes the name and, if it is given, the address. @returns whether anything changed */
export async function renameTag(
  database: Executor,
  actor: Actor,
  values: { host: string; tag: Reference; name?: string | undefined; slug?: string | undefined },
): Promise<boolean> {
  const attribution = { host: values.host, actor, action: 'tag rename' } as const;
  return withFreeSlug('tag', () =>
    changeKnowledgeBase(database, attribution, async (transaction, { id: knowledgeBaseId }) => {
      const before = await findTag(transaction, knowledgeBaseId, values.tag);
      const name = values.name === undefined ? before.name : readName(values.name);
      const slug = values.slug === undefined ? before.slug : readSlugFor(name, values.slug);
      const row = [knowledgeBaseId, before.id, name, slug];
      const changed = (await transaction.oneOrNone(change(row))) !== null;
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
    await transaction.none(renameInDrafts([knowledgeBaseId, from.name, to.name]));
    await transaction.none(remove([knowledgeBaseId, from.id]));
    const audit = { subject: from.slug, details: { into: to.slug } };
    return { changed: true, result: undefined, audit };
  });
}

/** Deletes a tag; its guides stay. @throws AppError `not-found` */
export function deleteTag(
  database: Executor,
  actor: Actor,
  { host, tag }: { host: string; tag: Reference },
): Promise<void> {
  const attribution = { host, actor, action: 'tag delete' } as const;
  return changeKnowledgeBase(database, attribution, async (transaction, { id: knowledgeBaseId }) => {
    const { id, slug, name } = await findTag(transaction, knowledgeBaseId, tag);
    await transaction.none(renameInDrafts([knowledgeBaseId, name, null]));
    await transaction.none(remove([knowledgeBaseId, id]));
    return { changed: true, result: undefined, audit: { subject: slug } };
  });
}

/** @throws AppError `not-found` */
export async function findTag(
  transaction: Executor,
  knowledgeBaseId: number,
  reference: Reference,
): Promise<FoundTag> {
  const found = await transaction.oneOrNone<FoundTag>(find([knowledgeBaseId, ...referenceValues(reference)]));
  if (found) return found;
  throw new AppError('not-found', `There is no tag ${describeReference(reference)}.`);
}
