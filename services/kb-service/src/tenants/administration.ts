import { deleteSearchesOfTenant } from '@guidepost/desk/insights';
import { deleteMailOfTenant } from '@guidepost/mail';
import { bumpRevision, type Database, type Executor, isUniqueViolation, sql } from '@guidepost/postgres';
import { deleteSynonyms } from '@guidepost/search';
import { AppError } from '@guidepost/service-kit';
import { deleteStaff, renameLanguage } from '@guidepost/staff';
import { deleteWebhooksOfTenant } from '@guidepost/webhooks';
import type { KnowledgeBase } from '../model/knowledge-base.ts';
import { type Actor, roleAllows } from '../model/permissions.ts';
import { recordEvents } from './audit.ts';
import { changeKnowledgeBase, KNOWLEDGE_BASE_REVISIONS } from './changes.ts';
import { requireKnowledgeBase } from './find-knowledge-base.ts';
import { chooseTexts, removeLanguage } from './languages.ts';
import type { Properties } from './overviews.ts';

export type NewKnowledgeBase = Omit<Properties, 'accent_color'> & { host: string };

const insert = sql`
  -- Across tenants: makes a tenant, or a name that is unique among all.
  insert into knowledge_bases (host, name, organization_name, language, access)
  values ($1, $2, $3, $4, $5)
  returning id
`;
const update = sql`
  -- Writes only if something differs; null leaves a property unchanged.
  update knowledge_bases k
  set name = coalesce($2, k.name),
    organization_name = coalesce($3, k.organization_name),
    language = coalesce($4, k.language),
    access = coalesce($5, k.access),
    accent_color = coalesce($6, k.accent_color)
  where k.id = $1
    and (k.name, k.organization_name, k.language, k.access, k.accent_color)
      is distinct from (
        coalesce($2, k.name),
        coalesce($3, k.organization_name),
        coalesce($4, k.language),
        coalesce($5, k.access),
        coalesce($6, k.accent_color)
      )
  returning k.id
`;
const renameInFallbacks = sql`
  -- The languages of the knowledge base $1 for which $2 was chosen to stand in, which is called $3 now.
  update knowledge_bases k
  set fallbacks = array_replace(k.fallbacks, $2, $3)
  where k.edition_of = $1 and $2 = any(k.fallbacks)
`;
const remove = sql`
  delete from knowledge_bases
  where id = $1
`;

/**
 * Creates a knowledge base and notifies every instance. Only for actors that belong to no knowledge base.
 * @throws AppError `forbidden`, or `conflict` if the host is taken
 */
export async function createKnowledgeBase(
  database: Executor,
  actor: Actor,
  { host, name, organization_name, language, access }: NewKnowledgeBase,
): Promise<KnowledgeBase> {
  const action = 'knowledge-base create';
  if (actor.knowledgeBaseId !== undefined || !roleAllows(actor, action)) {
    throw new AppError('forbidden', 'Only the command line creates knowledge bases.');
  }
  try {
    return await database.tx('create-knowledge-base', async (transaction) => {
      const values = [host, name, organization_name, language, access];
      const { id } = await transaction.one<{ id: number }>(insert(values));
      await bumpRevision(transaction, KNOWLEDGE_BASE_REVISIONS, id);
      await recordEvents(transaction, { id, host, actor, action }, [{ subject: host }]);
      return requireKnowledgeBase(transaction, host);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('conflict', `A knowledge base ${host} already exists.`, { cause: error });
  }
}

/**
 * Sets properties within a transaction. @returns whether anything changed
 * @throws AppError `conflict` for a main language that is one of the others
 */
export async function updateProperties(
  transaction: Executor,
  { id, languages }: Pick<KnowledgeBase, 'id' | 'languages'>,
  { name, organization_name, language, access, accent_color }: Partial<Properties>,
): Promise<boolean> {
  if (languages.slice(1).some((other) => other.language === language)) {
    const message = `There are translations in ${language}. Another main language is another knowledge base.`;
    throw new AppError('conflict', message, { fields: { language: [message] } });
  }
  const values = [id, name, organization_name, language, access, accent_color].map((value) => value ?? null);
  const changed = (await transaction.oneOrNone(update(values))) !== null;
  const former = languages[0]?.language;
  if (changed && language !== undefined && former !== undefined && language !== former) {
    await renameLanguage(transaction, { tenantId: id, from: former, to: language });
    if (languages.length > 1) {
      await transaction.none(renameInFallbacks([id, former, language]));
      await chooseTexts(transaction, id);
    }
  }
  return changed;
}

/** @returns whether anything changed @throws AppError `not-found` */
export function setProperties(
  database: Executor,
  actor: Actor,
  { host, ...properties }: Partial<Properties> & { host: string },
): Promise<boolean> {
  const change = { host, actor, action: 'knowledge-base set' } as const;
  return changeKnowledgeBase(database, change, async (transaction, knowledgeBase) => {
    const changed = await updateProperties(transaction, knowledgeBase, properties);
    return { changed, result: changed, audit: changed ? { details: properties } : [] };
  });
}

/** Deletes a knowledge base with its content and notifies every instance. @throws AppError `not-found` */
export function deleteKnowledgeBase(
  database: Database,
  actor: Actor,
  { host }: { host: string },
): Promise<void> {
  const change = { host, actor, action: 'knowledge-base delete' } as const;
  return changeKnowledgeBase(database, change, async (transaction, { id, languages }) => {
    for (const edition of languages) await bumpRevision(transaction, KNOWLEDGE_BASE_REVISIONS, edition.id);
    for (const edition of languages.slice(1)) await removeLanguage(transaction, edition.id);
    // First, since there is no one left to tell of the guides.
    await deleteWebhooksOfTenant(transaction, id);
    await transaction.none(remove([id]));
    await deleteSynonyms(transaction, id);
    await deleteStaff(transaction, id);
    await deleteMailOfTenant(transaction, id);
    await deleteSearchesOfTenant(transaction, id);
    // The revision is deleted with the row.
    return { changed: false, result: undefined, audit: { subject: host } };
  });
}
