import type { TenantCreation, TypedTenant } from '@guidepost/desk';
import { type DialogDeskWords, namedLanguages } from '@guidepost/i18n';
import type { Executor } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { addOwner, ensurePerson } from '@guidepost/staff';
import type { Context } from '../../context.ts';
import type { Actor } from '../../model/actor.ts';
import { isForumSlug, isReservedSlug } from '../../model/forum.ts';
import { TOPICS } from '../../model/topics.ts';
import { createAccount } from '../../tenants/accounts.ts';
import { createForum, setProperties } from '../../tenants/administration.ts';
import { recordEvents } from '../../tenants/audit.ts';
import { SETTING_VALUES } from '../../tenants/setting-values.ts';

interface NewForum extends Pick<TypedTenant, 'name' | 'language' | 'accent_color'> {
  slug: string;
  /** The host of its knowledge base; empty for none. */
  guides: string;
  owner: { id: number; name: string };
}

/** Forums that people make at the desk, each with an account of its own. */
export function forumCreation({ database }: Pick<Context, 'database'>): TenantCreation<DialogDeskWords> {
  return {
    languages: (language) => namedLanguages(language, language),
    async create({ session: { person: owner } }, { address: slug, ...typed }) {
      await makeForum(database, { ...typed, slug, guides: '', owner });
      return `/desk/forum/${slug}/queue`;
    },
  };
}

/**
 * Makes a forum for the owner of a new knowledge base, who may be new here. @returns whether it was made
 */
export async function makeForumFor(
  database: Executor,
  { email, person: name, ...forum }: Omit<NewForum, 'owner'> & { email: string; person: string },
): Promise<boolean> {
  try {
    await database.tx('make-forum', async (transaction) => {
      const owner = { id: await ensurePerson(transaction, { email, name }), name };
      await makeForum(transaction, { ...forum, owner });
    });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.details.fields) return false;
    throw error;
  }
}

/** @throws AppError `invalid` or `conflict` with fields of {@link TypedTenant} */
async function makeForum(database: Executor, { owner, slug, guides, ...typed }: NewForum): Promise<void> {
  const { name, language, accent_color } = readValues({ ...typed, slug });
  const actor: Actor = { name: owner.name, role: 'owner', door: 'desk', personId: owner.id };
  await database
    .tx('new-forum', async (transaction) => {
      const account = await newAccount(transaction, { name, slug });
      const settings = { formal_name: name, language, topics: [...TOPICS], guides };
      const forum = await createForum(transaction, { slug, account: account.name, name, ...settings });
      const events = [{ details: { account: account.name } }];
      await recordEvents(transaction, { ...forum, actor, action: 'create' }, events);
      await setProperties(transaction, slug, { accent_color });
      await addOwner(transaction, { tenantId: forum.account_id, person: owner });
    })
    .catch((error) => {
      throw error instanceof AppError && error.kind === 'conflict' ? wrong({ address: 'conflict' }) : error;
    });
}

/** An account with the name of the forum, or a longer one if that is taken. */
async function newAccount(transaction: Executor, { name, slug }: { name: string; slug: string }) {
  const allowed = { allows_metadata: false, allows_keys: true };
  try {
    return await transaction.tx('account', (nested) => createAccount(nested, { name, ...allowed }));
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'conflict') throw error;
    return createAccount(transaction, { name: `${name} (${slug})`, ...allowed });
  }
}

function readValues({ slug, ...typed }: Pick<NewForum, 'name' | 'language' | 'accent_color' | 'slug'>) {
  const name = SETTING_VALUES.name.parse(typed.name);
  const language = SETTING_VALUES.language.parse(typed.language);
  const accent_color = SETTING_VALUES.accent_color.parse(typed.accent_color);
  const isSlug = isForumSlug(slug) && !isReservedSlug(slug);
  if (name !== undefined && language !== undefined && accent_color !== undefined && isSlug)
    return { name, language, accent_color };
  throw wrong({
    ...(name === undefined && { name: 'invalid' }),
    ...(language === undefined && { language: 'invalid' }),
    ...(accent_color === undefined && { accent_color: 'invalid' }),
    ...(!isSlug && { address: 'invalid' }),
  });
}

function wrong(fields: Partial<Record<keyof TypedTenant, 'invalid' | 'conflict'>>): AppError {
  const kind = Object.values(fields).includes('conflict') ? 'conflict' : 'invalid';
  const messages = Object.keys(fields).map((field) => [field, [`The ${field} is not allowed.`]]);
  return new AppError(kind, 'A forum cannot be made like this.', { fields: Object.fromEntries(messages) });
}
