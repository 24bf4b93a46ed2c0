import type { IncomingMessage } from 'node:http';
import { type Query, type Representation, readForm } from '@guidepost/http';
import type * as pages from '@guidepost/pages';
import {
  type Assets,
  BASE_SCRIPT,
  createAssets,
  createPageRepresentation,
  leadTo,
  type RepresentPage,
} from '@guidepost/pages';
import { AppError } from '@guidepost/service-kit';
import type { ReadGuide } from '../readers/pending-views.ts';
import type { Site } from './site.ts';

export interface PageCall extends pages.PageCall<Site> {
  /** Kept pages must not depend on it. */
  request: IncomingMessage;
}

export interface PageKind extends pages.PageKind<Site> {
  read(call: PageCall): ReturnType<pages.PageKind<Site>['read']>;
  markdown?(call: PageCall): ReturnType<pages.PageKind<Site>['read']>;
  /** The guide that it shows, whose views are counted. */
  viewed?(call: pages.PageCall<Site>): Omit<ReadGuide, 'knowledgeBaseId'> | undefined;
}

export interface FormCall extends PageCall {
  form: Query;
}

/** A redirect to the result of a form. */
export interface SeeOther {
  /** A path of the site, with optional query and fragment. */
  seeOther: string;
}

export interface PageForm {
  post(call: FormCall): Promise<SeeOther>;
}

/** One stylesheet, one script, one icon. */
export const ASSETS: Assets = createAssets({
  style: [new URL('./assets/site.css', import.meta.url)],
  script: [BASE_SCRIPT, new URL('./assets/site.js', import.meta.url)],
});

export const representPage: RepresentPage<Site> = createPageRepresentation({
  templates: new URL('./', import.meta.url),
  assets: ASSETS,
});

const MAX_FORM_BYTES = 10_000;

/**
 * Refuses forms that other sites submit, according to the browser. There are no cookies, so this only prevents
 * unintended votes.
 */
export function refuseOtherSites({ headers }: IncomingMessage): void {
  if (headers['sec-fetch-site'] === 'cross-site')
    throw new AppError('forbidden', 'Forms of other sites are refused.');
}

/** Handles a form and redirects, so that reloading does not submit it again. */
export async function handleForm(
  { post }: PageForm,
  call: PageCall,
  request: IncomingMessage,
): Promise<Representation> {
  const form = await readForm(request, MAX_FORM_BYTES);
  if (form.first('key') !== undefined) throw new AppError('invalid', 'Forms do not accept access keys.');
  const { seeOther } = await post({ ...call, form });
  return leadTo(303, seeOther);
}
