import type { TenantCreation, TypedTenant } from '@guidepost/desk';
import { parseHost } from '@guidepost/http/host-names';
import { type GuideDeskWords, namedLanguages } from '@guidepost/i18n';
import type { Pair } from '@guidepost/pairing';
import { AppError } from '@guidepost/service-kit';
import { addOwner } from '@guidepost/staff';
import type { Context } from '../../context.ts';
import type { Actor } from '../../model/permissions.ts';
import { createKnowledgeBase, setProperties } from '../../tenants/administration.ts';
import { isForumSlug, setForum } from '../../tenants/forum.ts';
import { readProperties } from '../../tenants/typed-properties.ts';

/** Knowledge bases that people make at the desk, with a forum if there is a service for it. */
export function kbCreation({
  database,
  pair,
  logger,
}: Pick<Context, 'database' | 'pair' | 'logger'>): TenantCreation<GuideDeskWords> {
  return {
    languages: (language) => namedLanguages(language, language),
    offersForum: async () => pair !== undefined && isThere(pair),
    async create({ session: { person } }, typed) {
      const { name, language, accent_color, forum: slug } = typed;
      const properties = readProperties({
        name,
        organization_name: name,
        language,
        accent_color,
        access: 'public',
      });
      const host = parseHost(typed.address.toLowerCase());
      if (host === undefined) throw wrong('address', 'invalid');
      if (pair && slug !== '') await requireFreeForum(pair, slug);
      const actor: Actor = { name: person.name, role: 'owner', door: 'desk', personId: person.id };
      await database
        .tx('begin', async (transaction) => {
          const { id } = await createKnowledgeBase(transaction, actor, { host, ...properties });
          await setProperties(transaction, actor, { host, accent_color: properties.accent_color });
          await addOwner(transaction, { tenantId: id, person });
        })
        .catch((error) => {
          throw error instanceof AppError && error.kind === 'conflict' ? wrong('address', 'conflict') : error;
        });
      const base = `/desk/kb/${encodeURIComponent(host)}`;
      if (!pair || slug === '') return `${base}/guides`;
      const { email } = person;
      const question = { email, person: person.name, name, slug, language, accentColor: accent_color, host };
      const { address } = await pair.ask('create', question).catch((err) => {
        logger.warn({ err }, 'a forum could not be made');
        return { address: undefined };
      });
      if (address === undefined) return `${base}/settings?done=noticeNoForum`;
      await setForum(database, actor, { host, slug, address });
      return `${base}/guides`;
    },
  };
}

async function isThere(pair: Pair): Promise<boolean> {
  return pair.ask('about', {}).then(
    () => true,
    () => false,
  );
}

/** So that nothing has been made when a slug is taken. */
async function requireFreeForum(pair: Pair, slug: string): Promise<void> {
  if (!isForumSlug(slug)) throw wrong('forum', 'invalid');
  const { addresses } = await pair.ask('addresses', { keys: [slug] });
  if (slug in addresses) throw wrong('forum', 'conflict');
}

function wrong(field: keyof TypedTenant, kind: 'invalid' | 'conflict'): AppError {
  const message = kind === 'conflict' ? 'This address is taken.' : 'This address is not allowed.';
  return new AppError(kind, message, { fields: { [field]: [message] } });
}
