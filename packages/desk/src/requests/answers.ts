import type { ResourceHandlers } from '@guidepost/http';
import type { DeskCall, DeskEndpoint, DeskPage, DeskTenant, PersonCall, Visit } from './calls.ts';
import { type AnswersOptions, admitAnybody, admitPerson, createAdmitStaff } from './entrances.ts';
import { pageHandlers, readMailForm, readOpenForm, readPersonalForm } from './page-answers.ts';
import { scriptHandlers } from './script-answers.ts';

/** Handlers of pages and of endpoints for scripts, by who may call them. */
export interface DeskAnswers<Tenant extends DeskTenant, Words extends object> {
  forAnybody(page: DeskPage<Visit<Words>>): ResourceHandlers;
  /** For links in mail: their forms may come from anywhere. */
  forMail(page: DeskPage<Visit<Words>>): ResourceHandlers;
  forPeople(page: DeskPage<PersonCall<Words>>): ResourceHandlers;
  forStaff(page: DeskPage<DeskCall<Tenant, Words>>): ResourceHandlers;
  forScripts(endpoint: DeskEndpoint<DeskCall<Tenant, Words>>): ResourceHandlers;
  /** For scripts of people's own pages. */
  forPersonScripts(endpoint: DeskEndpoint<PersonCall<Words>>): ResourceHandlers;
  /** For scripts of the sign-in page: without a session there is no token. */
  forVisitorScripts(endpoint: DeskEndpoint<Visit<Words>>): ResourceHandlers;
}

export function createDeskAnswers<Tenant extends DeskTenant, Words extends object>(
  options: AnswersOptions<Tenant, Words>,
): DeskAnswers<Tenant, Words> {
  const admitStaff = createAdmitStaff(options);
  return {
    forAnybody: (page) => pageHandlers(options, page, { admit: admitAnybody, readForm: readOpenForm }),
    forMail: (page) => pageHandlers(options, page, { admit: admitAnybody, readForm: readMailForm }),
    forPeople: (page) => pageHandlers(options, page, { admit: admitPerson, readForm: readPersonalForm }),
    forStaff: (page) => pageHandlers(options, page, { admit: admitStaff, readForm: readPersonalForm }),
    forScripts: (endpoint) => scriptHandlers(options, endpoint, { admit: admitStaff, hasToken: true }),
    forPersonScripts: (endpoint) => scriptHandlers(options, endpoint, { admit: admitPerson, hasToken: true }),
    forVisitorScripts: (endpoint) =>
      scriptHandlers(options, endpoint, { admit: admitAnybody, hasToken: false }),
  };
}
