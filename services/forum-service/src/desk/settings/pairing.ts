import type { DeskPairing } from '@guidepost/desk';
import { listOwnedTenants } from '@guidepost/staff';
import type { Context } from '../../context.ts';
import { createAddresses } from '../../model/addresses.ts';
import type { Forum } from '../../model/forum.ts';
import { listSlugsOfAccounts } from '../../tenants/find-forum.ts';
import { VERSION } from '../../version.ts';
import { makeForumFor } from './new-forum.ts';

/** The answers of this service to the knowledge base service. */
export function forumAnswers({
  config,
  database,
  forums,
}: Pick<Context, 'config' | 'database' | 'forums'>): DeskPairing['answers'] {
  const addressOf = (forum: Forum) => createAddresses(config.PUBLIC_URL, forum).home;
  const findAll = async (slugs: readonly string[]) =>
    (await Promise.all(slugs.map((slug) => forums.find(slug)))).filter((forum) => forum !== undefined);
  return {
    about: async () => ({ version: VERSION, desk: config.DESK_URL }),
    async tenants({ email }) {
      const owned = await listOwnedTenants(database, email);
      const found = await findAll(await listSlugsOfAccounts(database, owned));
      const tenants = found.map((forum) => ({
        key: forum.slug,
        name: forum.name,
        language: forum.language,
        address: addressOf(forum),
        partner: forum.guides,
      }));
      return { tenants };
    },
    async create({ accentColor: accent_color, host: guides, ...asked }) {
      const made = await makeForumFor(database, { ...asked, accent_color, guides });
      const [forum] = made ? await findAll([asked.slug]) : [];
      return forum ? { address: addressOf(forum) } : {};
    },
    async addresses({ keys }) {
      const found = await findAll(keys);
      return { addresses: Object.fromEntries(found.map((forum) => [forum.slug, addressOf(forum)])) };
    },
  };
}
