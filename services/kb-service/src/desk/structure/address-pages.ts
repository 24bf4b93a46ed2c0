import { addressPages as createAddressPages } from '@guidepost/desk';
import { listMissedPaths } from '@guidepost/desk/insights';
import { createAnalyzer } from '@guidepost/search';
import { readPath } from '../../addresses/address.ts';
import { addAddress, removeAddress } from '../../addresses/change-addresses.ts';
import { describeTarget, type ListedAddress, listAddresses } from '../../addresses/list-addresses.ts';
import { listGuideTitles } from '../../content/guide-titles.ts';
import type { Context } from '../../context.ts';
import { forgetAddress, listFormerAddresses } from '../../writing/structure/former-addresses.ts';
import { actorOf, type KbCall, type KbPage } from '../kb-tenant.ts';

const PATH = '/structure/addresses';

/** Old addresses, those that readers ask for in vain, and the former addresses of guides. */
export function addressPages({
  database,
  guideSearch,
}: Pick<Context, 'database' | 'guideSearch'>): Record<string, KbPage> {
  const pages = createAddressPages<KbCall>({
    path: PATH,
    section: 'structure',
    examples: { old: '/hc/en-us/articles/12-title', target: '/guides/install' },
    textsOf: ({ base, phrasing: { words } }) => ({
      title: words.oldAddresses,
      above: { label: words.structure, address: `${base}/structure` },
      findTarget: words.findTarget,
      leadHere: words.leadHere,
      nothingFound: words.noMatches,
      leadsToOtherTenant: words.leadsToOtherTenant,
    }),
    readPath,
    async list(call, page) {
      const { total, addresses } = await listAddresses(database, { host: call.tenant.key, ...page });
      const shown = addresses.map((each) => ({
        ...each,
        to: describeTarget(each),
        edit: editOf(call, each),
      }));
      return { total, addresses: shown };
    },
    add: (call, added) => addAddress(database, actorOf(call), { host: call.tenant.key, ...added }),
    async remove(call, id) {
      const which = { host: call.tenant.key, address: { id } };
      const removed = await removeAddress(database, actorOf(call), which);
      return { address: removed.address, to: describeTarget(removed) };
    },
    listMissed: ({ tenant }, period) => listMissedPaths(database, { tenantId: tenant.id, ...period }),
    async findTargets({ tenant: { knowledgeBase } }, { words, limit }) {
      const query = createAnalyzer(knowledgeBase.language).query(words);
      const { ids } = await guideSearch.page({ tenant: knowledgeBase, query, offset: 0, limit });
      const guides = await listGuideTitles(database, knowledgeBase, ids);
      return guides.map(({ slug, title }) => ({ to: `/guides/${slug}`, title }));
    },
    further: {
      template: '/structure/former-addresses',
      read: async ({ tenant: { key: host } }) => ({
        formerAddresses: await listFormerAddresses(database, { host }),
      }),
    },
  });
  const purpose = 'category change';
  return {
    ...Object.fromEntries(Object.entries(pages).map(([path, page]) => [path, { ...page, purpose }] as const)),
    [`${PATH}/forget`]: {
      roles: ['owner', 'editor'],
      purpose,
      async post({ form, ...call }) {
        const slug = form.first('slug') ?? '';
        await forgetAddress(database, actorOf(call), { host: call.tenant.key, slug });
        return { seeOther: call.base + PATH, notice: 'noticeFormerRemoved' };
      },
    },
  };
}

/** Where staff change what an address leads to; undefined for a page, a file or another site. */
function editOf({ base }: KbCall, { guide_id, category_id, tag_id }: ListedAddress): string | undefined {
  if (guide_id !== null) return `${base}/guides/${guide_id}`;
  if (category_id !== null) return `${base}/structure/categories/${category_id}`;
  return tag_id === null ? undefined : `${base}/structure/tags/${tag_id}`;
}
