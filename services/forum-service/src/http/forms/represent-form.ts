import type { HeaderFields, Representation } from '@guidepost/http';
import { type ForeignSources, pageHeaders } from '@guidepost/pages';
import { representPage } from '../../pages/represent-page.ts';
import { servicePages } from '../../pages/service/service-pages.ts';
import type { Site } from '../../pages/site.ts';
import { type Refusal, refusedForm } from './refused-form.ts';

export interface FormPageOptions {
  status: number;
  /** Of every answer to the request. */
  headers: HeaderFields;
  /** Whether it leads to another site when it is sent again. */
  leadsAway: boolean;
}

/**
 * A form that could not be taken as a page of its forum, with all that was typed; nobody may keep it. Forms of other sites
 * are answered in the frames that they were sent from.
 */
export function representForm(site: Site, refusal: Refusal, options: FormPageOptions): Representation {
  const heading = refusal.heading ?? site.phrasing.words.notSent;
  const page = representPage(site, {
    status: options.status,
    template: 'forms/refused',
    head: { title: heading, indexed: false },
    content: { ...refusedForm(site, refusal), heading, back: refusal.back, hasOwnSearch: true },
    foreign: foreignSources(options),
    isFramed: true,
    isPersonal: true,
  });
  return { ...page, headers: { ...options.headers, ...page.headers } };
}

/** The same where it is not known whose it is. */
export function representLostForm(summary: readonly string[], options: FormPageOptions): Representation {
  const { status } = options;
  const page = servicePages.represent({ status, template: 'lost-form', content: { summary } });
  return { ...page, headers: { ...options.headers, ...pageHeaders({ isFramed: true, isPersonal: true }) } };
}

/** Browsers ask the policy at each step of the way, and sites lead on to addresses that nobody here knows. */
function foreignSources({ leadsAway }: FormPageOptions): ForeignSources | undefined {
  return leadsAway ? { 'form-action': 'https: http:' } : undefined;
}
