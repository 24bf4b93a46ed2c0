import type { HeaderFields, Representation } from '@guidepost/http';
import { type ForeignSources, pageHeaders } from '@guidepost/pages';
import { representPage } from '../../pages/represent-page.ts';
import { servicePages } from '../../pages/service/service-pages.ts';
import type { Site } from '../../pages/site.ts';
import { type Refusal, refusedForm } from './refused-form.ts';

export interface FormPageOptions {
  status: number;
  headers: HeaderFields;
  /** Whether a resubmitted form redirects to another site. */
  redirectsOffSite: boolean;
}

/**
 * A refused form as a page of its forum, with the input preserved; never cached. Forms of other sites are answered inside
 * the frames they were sent from; those of members come from no other site.
 */
export function representForm(site: Site, refusal: Refusal, options: FormPageOptions): Representation {
  const heading = refusal.heading ?? site.phrasing.words.notSent;
  const page = representPage(site, {
    status: options.status,
    template: 'forms/refused',
    head: { title: heading, indexed: false },
    content: { ...refusedForm(site, refusal), heading, back: refusal.back, hasOwnSearch: true },
    foreign: foreignSources(options),
    isFramed: !refusal.form?.member,
    isPersonal: true,
  });
  return { ...page, headers: { ...options.headers, ...page.headers } };
}

/** The same when the input is unknown. */
export function representLostForm(summary: readonly string[], options: FormPageOptions): Representation {
  const { status } = options;
  const page = servicePages.represent({ status, template: 'lost-form', content: { summary } });
  return { ...page, headers: { ...options.headers, ...pageHeaders({ isFramed: true, isPersonal: true }) } };
}

/** Browsers apply form-action to every redirect, and other sites may redirect further to any address. */
function foreignSources({ redirectsOffSite }: FormPageOptions): ForeignSources | undefined {
  return redirectsOffSite ? { 'form-action': 'https: http:' } : undefined;
}
