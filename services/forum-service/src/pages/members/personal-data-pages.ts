import type { RateLimiter } from '@guidepost/http/limits';
import { DATA_HEADERS, type Page } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { memberActor } from '../../model/actor.ts';
import { foldEmail, type Member, memberAsPerson } from '../../model/person.ts';
import { sessionCookie } from '../../people/sessions.ts';
import { erasePerson } from '../../personal-data/erase-person.ts';
import { exportPerson } from '../../personal-data/person-export.ts';
import { requireAllowance } from '../../tenants/rate-limits.ts';
import type { PageKind } from '../page-kind.ts';
import { PERSONAL_CACHING } from '../represent-page.ts';
import type { Site } from '../site.ts';
import { forMember, leadWithCookie } from './member-call.ts';

/** `/me/data`: everything that the forum has stored about the member. */
export function ownDataPage({ database, rateLimits }: Pick<Context, 'database' | 'rateLimits'>): PageKind {
  return {
    read: forMember(async ({ site, member }) => {
      await countDownload(rateLimits.ownData, site, member);
      const found = await exportPerson(database, memberAsPerson(member), site.forum.slug);
      return {
        status: 200,
        headers: {
          ...DATA_HEADERS,
          ...PERSONAL_CACHING,
          'Content-Type': 'application/json; charset=utf-8',
          'Content-Disposition': 'attachment; filename="my-data.json"',
        },
        body: JSON.stringify(found, null, 2),
      };
    }),
  };
}

async function countDownload(
  limiter: RateLimiter | undefined,
  { forum }: Site,
  { person }: Member,
): Promise<void> {
  await requireAllowance(limiter, `${forum.id}:${person.toString('hex')}`, 'Too many downloads.');
}

/** `/me/erase`: erases the member from the forum, once they have typed their address. */
export function eraseMePage({ database, config }: Pick<Context, 'database' | 'config'>): PageKind {
  return {
    read: forMember(async ({ site }) => askPage(site)),
    async change({ site, form, member }) {
      const typed = form.first('email') ?? '';
      if (foldEmail(typed.trim()) !== member.email) {
        const messages = [site.phrasing.words.members.eraseWrong];
        return { ...askPage(site, { typed, messages }), status: 422 };
      }
      const { forum } = site;
      const actor = memberActor(forum);
      const moderation = { slug: forum.slug, actor, action: 'erase' } as const;
      await erasePerson(database, { moderation, person: memberAsPerson(member) });
      return leadWithCookie(`${site.base}/erased`, sessionCookie(config.PUBLIC_URL, forum.id).remove());
    },
  };
}

/** `/erased`: says so, to anyone who opens it. */
export function erasedPage(): PageKind {
  return {
    keptAs: () => '',
    async read({
      site: {
        phrasing: { words },
      },
    }) {
      return {
        template: 'members/notice',
        head: { title: words.members.erased, indexed: false },
        content: { heading: words.members.erased },
      };
    },
  };
}

function askPage(
  { phrasing: { words } }: Site,
  { typed = '', messages = [] }: { typed?: string; messages?: readonly string[] } = {},
): Page {
  return {
    template: 'members/erase',
    head: { title: words.members.eraseMe, indexed: false },
    content: { typed, messages },
  };
}
