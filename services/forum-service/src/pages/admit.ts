import { signedOrigin } from '@guidepost/files';
import {
  type HttpError,
  type PathParameters,
  parseQuery,
  type Representation,
  rawQueryString,
  showErrorsBy,
} from '@guidepost/http';
import { createCountBySubject } from '@guidepost/http/limits';
import { errorPage, noSuchPage } from '@guidepost/pages';
import type { Request, Response } from 'express';
import type { Context } from '../context.ts';
import type { Forum } from '../model/forum.ts';
import { mayBeMember, sessionCookie } from '../people/sessions.ts';
import { type AddressContext, leadOn } from './old-addresses.ts';
import type { PageCall } from './page-kind.ts';
import { representPage } from './represent-page.ts';
import { suggestNewest } from './search/found-dialogs.ts';
import { pageBaseOf, type Site, siteOf } from './site.ts';

export interface AdmissionOptions {
  /** Reads no cookie. */
  isForAnybody?: boolean | undefined;
}

/** The single entry point for requests to a forum's pages. */
export interface PageAdmission {
  /** Runs `work` for the site in the path, as the member who asks; errors become pages of the site. */
  inSite<Result>(
    request: Request,
    work: (call: PageCall) => Promise<Result>,
    options?: AdmissionOptions,
  ): Promise<Result>;
  count(request: Request, response: Response): Promise<void>;
  /** The same for forms that change something, together with posts. */
  countForm(request: Request, response: Response): Promise<void>;
}

export function createPageAdmission(
  context: AddressContext & Pick<Context, 'forums' | 'config' | 'database' | 'rateLimits' | 'members'>,
): PageAdmission {
  const { forums, config, rateLimits, clients, members } = context;
  const countRead = createCountBySubject(rateLimits.reads, clients);
  const countPost = createCountBySubject(rateLimits.senders, clients);
  async function findMember(forum: Forum, request: Request) {
    if (!mayBeMember({ url: request.originalUrl, headers: request.headers })) return undefined;
    return members.find(forum, sessionCookie(config.PUBLIC_URL, forum.id).read(request));
  }

  const storeOrigin = signedOrigin(config);

  return {
    async inSite(request, work, { isForAnybody = false } = {}) {
      const { slug, ...path } = request.params as PathParameters;
      const forum = await forums.find(String(slug));
      if (!forum) throw noSuchPage();
      const { originalUrl: target, headers } = request;
      const base = pageBaseOf(forum, { target, header: headers.host });
      const visit = { base, canSignIn: members.isOffered, storeOrigin };
      let site = siteOf(forum, config.PUBLIC_URL, { ...visit, member: undefined });
      return showErrorsBy(
        (error) => representError(context, { site, request }, error),
        async () => {
          const member = isForAnybody ? undefined : await findMember(forum, request);
          if (member) site = siteOf(forum, config.PUBLIC_URL, { ...visit, member });
          const { cookie } = request.headers;
          return work({ site, path, query: parseQuery(rawQueryString(request.url)), request, cookie });
        },
      );
    },
    count: (request, response) => countRead(request, response, undefined),
    countForm: (request, response) => countPost(request, response, undefined),
  };
}

/**
 * An error as a page of the forum, in its language. Instead of a 404, an old address leads on; else the page suggests
 * the newest dialogs.
 */
async function representError(
  context: AddressContext & Pick<Context, 'database'>,
  { site, request }: { site: Site; request: Request },
  { status, headers }: HttpError,
): Promise<Representation> {
  // A failing search must not hide the 404.
  const redirect =
    status === 404 ? await leadOn(context, { site, request }).catch(() => undefined) : undefined;
  if (redirect) return redirect;
  // The page works without suggestions.
  const suggestions = status === 404 ? await suggestNewest(context, site).catch(() => []) : [];
  const page = representPage(site, errorPage(site, status, suggestions));
  return { ...page, headers: { ...page.headers, ...headers } };
}
