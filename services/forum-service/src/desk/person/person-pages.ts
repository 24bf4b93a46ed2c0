import { type Done, type FormCall, fieldErrorsOf, requireConfirmation, type View } from '@guidepost/desk';
import { fill } from '@guidepost/i18n';
import { DATA_HEADERS } from '@guidepost/pages';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { purgeSearch } from '../../indexing/dialog-feed.ts';
import { isPermitted, requirePermission } from '../../model/permissions.ts';
import { type Person, personOf } from '../../model/person.ts';
import { readEmail, readNetwork } from '../../moderation/typed-values.ts';
import { listRecentSpam } from '../../moderation/undo-spam.ts';
import { blockSender, findBlock, listNetworksOf, type Sender, unblockSender } from '../../people/blocks.ts';
import { findPosters } from '../../people/posters.ts';
import { erasePerson } from '../../personal-data/erase-person.ts';
import { findHoldings, hasData } from '../../personal-data/holdings.ts';
import { exportPerson } from '../../personal-data/person-export.ts';
import { listOwnPosts } from '../../posts/list-own-posts.ts';
import { recordEvents } from '../../tenants/audit.ts';
import { actorOf, type ForumCall, type ForumPage, moderationOf } from '../forum-tenant.ts';
import { SEEN } from '../review.ts';
import { createMarkSpam, sayLeftOut } from '../spam/spam-pages.ts';

const EDITORS = ['owner', 'editor'] as const;
const OWNERS = ['owner'] as const;

/** How many posts of a person are listed. */
const MOST_POSTS = 50;

/** A person by e-mail address: what stands, blocks, and for owners all data, to be downloaded or erased. */
export function personPages(context: Pick<Context, 'database' | 'config'>): Record<string, ForumPage> {
  const { database } = context;
  const mark = createMarkSpam(context);

  async function show(call: ForumCall, content: object = {}): Promise<View> {
    const person = personIn(call);
    const { forum } = call.tenant;
    const seen = { name: SEEN, at: Date.now() };
    const posters = await findPosters(database, forum, { ...person, isExact: true });
    const mayErase = isPermitted(actorOf(call), 'erase');
    const holdings = mayErase ? await findHoldings(database, forum, person) : undefined;
    return {
      template: 'person/person',
      title: fill(call.phrasing.words.personHeading, { email: person.email }),
      section: 'dialogs',
      content: {
        email: person.email,
        seen,
        mayErase,
        holdings: holdings && hasData(holdings) ? holdings : undefined,
        standing: await listOwnPosts(database, forum.id, person, { start: 0, limit: MOST_POSTS }),
        block: await findBlock(database, forum.id, person),
        networks: await listNetworksOf(database, forum.id, posters),
        recentSpam: await listRecentSpam(database, forum.id, posters),
        problem: undefined,
        wrong: {},
        ...content,
      },
    };
  }

  /** The work of each button. */
  const actions: Record<string, Act> = {
    async spam(call, { email }) {
      // The page has the undo.
      const { leftOut } = await mark(call, { email });
      if (leftOut.length === 0) return { seeOther: hereOf(email, call), notice: 'noticeSpam' };
      return { ...(await show(call, { problem: sayLeftOut(call, leftOut) })), status: 409 };
    },
    async block(call, { email }) {
      await blockSender(database, moderationOf(call, 'block add'), senderIn(call, email));
      return { seeOther: hereOf(email, call), notice: 'noticeBlocked' };
    },
    async unblock(call, { email }) {
      await unblockSender(database, moderationOf(call, 'block remove'), senderIn(call, email));
      return { seeOther: hereOf(email, call), notice: 'noticeUnblocked' };
    },
    async erase(call, person) {
      requirePermission(actorOf(call), 'erase');
      try {
        requireConfirmation(call, person.email);
      } catch (error) {
        return { ...(await show(call, { wrong: fieldErrorsOf(error) })), status: 422 };
      }
      await erasePerson(database, { moderation: moderationOf(call, 'erase'), person });
      await purgeSearch(database);
      return { seeOther: `${call.base}/dialogs`, notice: 'noticeErased' };
    },
  };

  return {
    '/person': {
      roles: EDITORS,
      read: (call) => show(call),
      async post(call) {
        const name = call.form.first('action') ?? 'erase';
        const act = Object.hasOwn(actions, name) ? actions[name] : undefined;
        if (!act) throw new AppError('invalid', 'There is no such action.', { reason: 'noSuchChoice' });
        return act(call, personIn(call));
      },
    },
    '/person/data.json': {
      roles: OWNERS,
      async read(call) {
        const found = await exportPerson(database, personIn(call), call.tenant.key);
        const change = { ...call.tenant.forum, actor: actorOf(call), action: 'person export' };
        await database.tx('export', (transaction) => recordEvents(transaction, change, [{}]));
        return {
          status: 200,
          headers: {
            ...DATA_HEADERS,
            'Cache-Control': 'no-store',
            'Content-Type': 'application/json; charset=utf-8',
            'Content-Disposition': 'attachment; filename="person.json"',
          },
          body: JSON.stringify(found, null, 2),
        };
      },
    },
  };
}

type Act = (call: FormCall<ForumCall>, person: Person) => Promise<Done | (View & { status: number })>;

function hereOf(email: string, { base }: ForumCall): string {
  return `${base}/person?email=${encodeURIComponent(email)}`;
}

/** A network that the form names, or else the person's address. */
function senderIn({ form, phrasing }: FormCall<ForumCall>, email: string): Sender {
  const typed = form.first('network');
  if (typed === undefined) return { email };
  const address = readNetwork(typed);
  if (address !== undefined) return { address };
  throw new AppError('invalid', phrasing.words.senderRule, { reason: 'senderRule' });
}

function personIn({ query }: ForumCall) {
  const email = readEmail(query.first('email') ?? '');
  if (email === undefined) throw new AppError('not-found', 'There is no such address.');
  return personOf(email);
}
