import { addressPages } from '@guidepost/desk';
import { listMissedPaths } from '@guidepost/desk/insights';
import { EXAMPLE_ADDRESSES, readPath } from '../../addresses/address.ts';
import { addAddress, removeAddress } from '../../addresses/change-addresses.ts';
import { describeTarget, type ListedAddress, listAddresses } from '../../addresses/list-addresses.ts';
import type { Context } from '../../context.ts';
import { findDialogs } from '../../moderation/find-dialogs.ts';
import { type ForumCall, type ForumPage, moderationOf } from '../forum-tenant.ts';

type Needs = Pick<Context, 'config' | 'database' | 'dialogSearch'>;

/** Old addresses of a forum, and those that readers ask for in vain. */
export function redirectPages({ config, database, dialogSearch }: Needs): Record<string, ForumPage> {
  return addressPages<ForumCall>({
    path: '/redirects',
    section: 'redirects',
    examples: EXAMPLE_ADDRESSES,
    textsOf: ({ phrasing: { words } }) => ({
      title: words.redirects,
      findTarget: words.findTarget,
      leadHere: words.leadHere,
      nothingFound: words.noDialogsFound,
      leadsToOtherTenant: words.leadsToOtherTenant,
    }),
    readPath,
    async list(call, page) {
      const { total, addresses } = await listAddresses(database, { slug: call.tenant.key, ...page });
      const shown = addresses.map((each) => ({
        ...each,
        to: describeTarget(each),
        edit: editOf(call, each),
      }));
      return { total, addresses: shown };
    },
    add(call, added) {
      const addition = { ...added, publicUrl: config.PUBLIC_URL };
      return addAddress(database, moderationOf(call, 'redirect add'), addition);
    },
    async remove(call, id) {
      const removed = await removeAddress(database, moderationOf(call, 'redirect remove'), { id });
      return { address: removed.address, to: describeTarget(removed) };
    },
    listMissed: ({ tenant }, period) => listMissedPaths(database, { tenantId: tenant.forum.id, ...period }),
    async findTargets({ tenant: { forum } }, { words, limit }) {
      const request = { forum, query: words, start: 0, limit };
      const { rows } = await findDialogs({ database, dialogSearch }, request);
      return rows.filter(({ held }) => !held).map(({ id, title }) => ({ to: `/${id}`, title }));
    },
  });
}

/** The dialog that an address leads to, at the desk; undefined for a tag, a page or another site. */
function editOf({ base }: ForumCall, { dialog_id, comment_id }: ListedAddress): string | undefined {
  if (dialog_id === null) return undefined;
  return `${base}/dialogs/${dialog_id}${comment_id === null ? '' : `#comment-${comment_id}`}`;
}
