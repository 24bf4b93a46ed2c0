import { createCookie, createRouter, rawQueryString, resourcesOn } from '@guidepost/http';
import { answerOptions, assetRoutes } from '@guidepost/pages';
import { PAIR_PATH } from '@guidepost/pairing';
import { AppError } from '@guidepost/service-kit';
import { OPEN_ID_PATH, OPEN_ID_SECONDS } from '@guidepost/staff/sign-in';
import type { Router } from 'express';
import { accountPages, passkeyRegistration } from './account/account-pages.ts';
import type { DeskOptions } from './desk-options.ts';
import { chooseHealthPage } from './health/health-pages.ts';
import { createDeskViews } from './layout/desk-views.ts';
import { arrivePage, pairEndpoint, passPage } from './pairing/pair-pages.ts';
import { peoplePages } from './people/people-pages.ts';
import { createDeskAnswers } from './requests/answers.ts';
import { createBrowserSessions } from './requests/browser-sessions.ts';
import type { DeskPage, DeskTenant, Visit } from './requests/calls.ts';
import { linkPages } from './sign-in/link-pages.ts';
import { resetPage } from './sign-in/reset-page.ts';
import {
  nextAddress,
  passkeySignIn,
  pathOfDesk,
  type SignInOptions,
  signInPage,
  signOutPage,
  visitorOf,
} from './sign-in/sign-in-pages.ts';
import { tenantPages } from './tenants/tenant-pages.ts';

const UNKNOWN: DeskPage<Visit<object>> = {
  async read() {
    throw new AppError('not-found', 'There is nothing at this address.');
  },
};

/**
 * The desk of a service: signing in and one's account below `/desk`, the pages of each tenant below
 * `/desk/<service>/<tenant>`. Its cookies are read nowhere else.
 */
export function deskRoutes<Tenant extends DeskTenant, Words extends object>(
  options: DeskOptions<Tenant, Words>,
): Router {
  const { service, staff, deskUrl, assets } = options;
  const router = createRouter();
  const resource = resourcesOn(router, { preflight: answerOptions });
  const sessions = createBrowserSessions(staff, createCookie(deskUrl, `guidepost-${service}`));
  const answers = createDeskAnswers({ ...options, sessions, represent: createDeskViews(options) });
  const shared = { ...options, sessions };
  const open = {
    '/sign-in': signInPage(shared),
    '/sign-in/reset': resetPage(shared),
    '/sign-out': signOutPage(shared),
    ...openIdPages(shared),
    ...linkPages(shared),
  };
  for (const [path, page] of Object.entries(open)) resource(`/desk${path}`, answers.forAnybody(page));
  for (const [path, page] of Object.entries(options.openPages ?? {}))
    resource(`/desk${path}`, answers.forMail(page));
  const personal = {
    ...tenantPages<Words>(shared),
    ...accountPages(shared),
    '/health': chooseHealthPage(shared),
  };
  for (const [path, page] of Object.entries(personal)) {
    resource(`/desk${path}`, answers.forPeople(page));
  }
  resource('/desk/sign-in/passkey', answers.forVisitorScripts(passkeySignIn(shared)));
  resource('/desk/account/passkeys', answers.forPersonScripts(passkeyRegistration(shared)));
  const below = `/desk/${service}/:tenant`;
  const { pairing } = options;
  if (pairing) {
    const paired = { ...shared, pairing };
    resource(PAIR_PATH, pairEndpoint(paired));
    resource('/desk/arrive', answers.forMail(arrivePage(paired)));
    resource(`${below}/pass`, answers.forStaff(passPage(paired)));
  }
  const pages = { ...peoplePages<Tenant, Words>(shared), ...options.pages };
  for (const [path, page] of Object.entries(pages)) resource(`${below}${path}`, answers.forStaff(page));
  for (const [path, endpoint] of Object.entries(options.endpoints)) {
    resource(`${below}${path}`, answers.forScripts(endpoint));
  }
  router.use(assetRoutes(assets));
  resource('/desk/*rest', answers.forAnybody(UNKNOWN));
  return router;
}

/** Signing in through an OpenID provider: the link that leads there, and the address that it sends browsers back to. */
function openIdPages(options: SignInOptions): Record<string, DeskPage<Visit>> {
  const { staff, sessions, deskUrl, service } = options;
  const { openId } = staff;
  if (!openId) return {};
  const cookie = createCookie(deskUrl, `guidepost-${service}-openid`);
  return {
    // A link, because policies for forms also hold for what they lead to.
    '/sign-in/provider': {
      async read(visit) {
        const { sender } = visitorOf(visit, options);
        const { url, cookie: secret } = await openId.begin({ sender, returnTo: nextAddress(visit) });
        visit.response.appendHeader('Set-Cookie', cookie.store(secret, OPEN_ID_SECONDS));
        return { status: 303, headers: { Location: url, 'Cache-Control': 'no-store' } };
      },
    },
    [OPEN_ID_PATH.replace('/desk', '')]: {
      async read(visit) {
        const query = rawQueryString(visit.request.url);
        const end = { query, cookie: cookie.read(visit.request), ...visitorOf(visit, options) };
        visit.response.appendHeader('Set-Cookie', cookie.remove());
        const { token, returnTo, endedOthers } = await openId.finish(end);
        sessions.begin(visit.response, token);
        return { seeOther: pathOfDesk(returnTo), notice: endedOthers ? 'noticeProviderFirst' : undefined };
      },
    },
  };
}
