import { fieldErrorsOf, requireConfirmation, type View } from '@guidepost/desk';
import { fill } from '@guidepost/i18n';
import { DATA_HEADERS } from '@guidepost/pages';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { purgeSearch } from '../../indexing/dialog-feed.ts';
import { personOf } from '../../model/person.ts';
import { readEmail } from '../../moderation/typed-values.ts';
import { erasePerson } from '../../personal-data/erase-person.ts';
import { findHoldings, hasData } from '../../personal-data/holdings.ts';
import { exportPerson } from '../../personal-data/person-export.ts';
import { recordEvents } from '../../tenants/audit.ts';
import { actorOf, type ForumCall, type ForumPage, moderationOf } from '../forum-tenant.ts';

const ROLES = ['owner'] as const;

/** All data of a forum about an e-mail address, for owners whom a person asks for it, or to be erased. */
export function personPages({ database }: Pick<Context, 'database'>): Record<string, ForumPage> {
  async function show(call: ForumCall, content: object = {}): Promise<View> {
    const person = personIn(call);
    const holdings = await findHoldings(database, call.tenant.forum, person);
    return {
      template: 'person/person',
      title: fill(call.phrasing.words.personHeading, { email: person.email }),
      section: 'dialogs',
      content: {
        email: person.email,
        holdings: hasData(holdings) ? holdings : undefined,
        wrong: {},
        ...content,
      },
    };
  }

  return {
    '/person': {
      roles: ROLES,
      read: (call) => show(call),
      async post(call) {
        const person = personIn(call);
        try {
          requireConfirmation(call, person.email);
        } catch (error) {
          return { ...(await show(call, { wrong: fieldErrorsOf(error) })), status: 422 };
        }
        await erasePerson(database, { moderation: moderationOf(call, 'erase'), person });
        await purgeSearch(database);
        return { seeOther: `${call.base}/dialogs`, notice: 'noticeErased' };
      },
    },
    '/person/data.json': {
      roles: ROLES,
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

function personIn({ query }: ForumCall) {
  const email = readEmail(query.first('email') ?? '');
  if (email === undefined) throw new AppError('not-found', 'There is no such address.');
  return personOf(email);
}
