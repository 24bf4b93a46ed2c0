import { createCookie, createRouter, resourcesOn } from '@guidepost/http';
import { answerOptions, assetRoutes } from '@guidepost/pages';
import { AppError } from '@guidepost/service-kit';
import type { Router } from 'express';
import { accountPages, passkeyRegistration } from './account/account-pages.ts';
import type { DeskOptions } from './desk-options.ts';
import { chooseHealthPage } from './health/health-pages.ts';
import { createDeskViews } from './layout/desk-views.ts';
import { peoplePages } from './people/people-pages.ts';
import { createDeskAnswers } from './requests/answers.ts';
import { createBrowserSessions } from './requests/browser-sessions.ts';
import type { DeskPage, DeskTenant, Visit } from './requests/calls.ts';
import { linkPages } from './sign-in/link-pages.ts';
import { openIdPages } from './sign-in/open-id-pages.ts';
import { passkeySignIn } from './sign-in/passkey-endpoints.ts';
import { signInPage, signOutPage } from './sign-in/sign-in-page.ts';
import { tenantPages } from './tenants/tenants-page.ts';

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
    '/sign-out': signOutPage(shared),
    ...openIdPages(shared),
    ...linkPages(shared),
  };
  for (const [path, page] of Object.entries(open)) resource(`/desk${path}`, answers.forAnybody(page));
  const personal = { ...tenantPages(shared), ...accountPages(shared), '/health': chooseHealthPage(shared) };
  for (const [path, page] of Object.entries(personal)) {
    resource(`/desk${path}`, answers.forPeople(page));
  }
  resource('/desk/sign-in/passkey', answers.forVisitorScripts(passkeySignIn(shared)));
  resource('/desk/account/passkeys', answers.forPersonScripts(passkeyRegistration(shared)));
  const below = `/desk/${service}/:tenant`;
  const pages = { ...peoplePages<Tenant, Words>(shared), ...options.pages };
  for (const [path, page] of Object.entries(pages)) resource(`${below}${path}`, answers.forStaff(page));
  for (const [path, endpoint] of Object.entries(options.endpoints)) {
    resource(`${below}${path}`, answers.forScripts(endpoint));
  }
  router.use(assetRoutes(assets));
  resource('/desk/*rest', answers.forAnybody(UNKNOWN));
  return router;
}
