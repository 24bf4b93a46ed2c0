import type { DeskPairing } from '@guidepost/desk';
import { listOwnedTenants } from '@guidepost/staff';
import type { Context } from '../../context.ts';
import type { KnowledgeBase } from '../../model/knowledge-base.ts';
import { listKnowledgeBasesById } from '../../tenants/find-knowledge-base.ts';
import { VERSION } from '../../version.ts';

/** The answers of this service to the forum service. */
export function kbAnswers({
  config,
  database,
  knowledgeBases,
  siteAddress,
}: Pick<Context, 'config' | 'database' | 'knowledgeBases' | 'siteAddress'>): DeskPairing['answers'] {
  const addressOf = ({ host, access }: KnowledgeBase) =>
    access === 'public' ? siteAddress(host) : undefined;
  return {
    about: async () => ({ version: VERSION, desk: config.DESK_URL }),
    async tenants({ email }) {
      const owned = await listKnowledgeBasesById(database, await listOwnedTenants(database, email));
      const tenants = owned.map((each) => ({
        key: each.host,
        name: each.name,
        language: each.language,
        address: addressOf(each),
        partner: each.forum,
      }));
      return { tenants };
    },
    async addresses({ keys }) {
      const found = await Promise.all(
        keys.map(async (key) => {
          const knowledgeBase = await knowledgeBases.find(key);
          const address = knowledgeBase && addressOf(knowledgeBase);
          return address === undefined ? [] : [[key, address] as const];
        }),
      );
      return { addresses: Object.fromEntries(found.flat()) };
    },
  };
}
