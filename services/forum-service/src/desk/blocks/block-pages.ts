import { pathId } from '@guidepost/desk';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { readSender } from '../../moderation/typed-values.ts';
import { listRecentSpam } from '../../moderation/undo-spam.ts';
import { blockSender, listBlocks, unblockSender } from '../../people/blocks.ts';
import { forgetHost, listHeldHosts } from '../../posts/held-hosts.ts';
import { type ForumCall, type ForumPage, moderationOf } from '../forum-tenant.ts';

const ROLES = ['owner', 'editor'] as const;

/** Who cannot post, and whose links are held. */
export function blockPages({ database }: Pick<Context, 'database'>): Record<string, ForumPage> {
  async function blocks(call: ForumCall, content: object = {}) {
    return {
      template: 'blocks/blocks',
      title: call.phrasing.words.blocks,
      section: 'blocks',
      content: {
        blocks: await listBlocks(database, call.tenant.key),
        sites: await listHeldHosts(database, call.tenant.forum.id),
        recentSpam: await listRecentSpam(database, call.tenant.forum.id),
        typed: '',
        wrong: {},
        ...content,
      },
    };
  }

  return {
    '/blocks': {
      roles: ROLES,
      read: (call) => blocks(call),
      async post(call) {
        const typed = call.form.first('sender')?.trim() ?? '';
        const sender = readSender(typed);
        if (!sender) {
          const wrong = { sender: call.phrasing.words.senderRule };
          return { ...(await blocks(call, { typed, wrong })), status: 422 };
        }
        await blockSender(database, moderationOf(call, 'block add'), sender);
        return { seeOther: `${call.base}/blocks`, notice: 'noticeBlocked' };
      },
    },
    '/blocks/:block/remove': {
      roles: ROLES,
      async post(call) {
        const id = pathId(call.path, 'block');
        const found = (await listBlocks(database, call.tenant.key)).find((block) => block.id === id);
        if (!found) throw new AppError('not-found', 'There is no such block.');
        const { email, address } = found;
        const sender = email === null ? { address: address ?? '' } : { email };
        await unblockSender(database, moderationOf(call, 'block remove'), sender);
        // Undoing would need the address, which must not be in a URL.
        return { seeOther: `${call.base}/blocks`, notice: 'noticeUnblocked' };
      },
    },
    '/blocks/sites/:site/remove': {
      roles: ROLES,
      async post(call) {
        await forgetHost(database, moderationOf(call, 'spam forget'), pathId(call.path, 'site'));
        return { seeOther: `${call.base}/blocks`, notice: 'noticeSiteForgotten' };
      },
    },
  };
}
