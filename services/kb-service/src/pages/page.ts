import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  isMultipart,
  type MultipartForm,
  type Representation,
  readForm,
  readMultipart,
} from '@guidepost/http';
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
import type { ReadGuide } from '../readers/read-guide.ts';
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
  /** Whether scripts of any site read it: its errors are JSON. */
  isForScripts?: boolean;
}

export interface FormCall extends PageCall, MultipartForm {
  response: ServerResponse;
}

/** A redirect to the result of a form. */
export interface SeeOther {
  /** A path of the site, with optional query and fragment. */
  seeOther: string;
}

export interface PageForm {
  /** Bytes of a form with files; without, there are none. */
  mostUploadBytes?: number;
  /** Whether scripts of any site send it: its errors are JSON. Other forms are sent from their own site only. */
  isForScripts?: boolean;
  /** @returns where its result is, or the page again with what is wrong */
  post(call: FormCall): Promise<SeeOther | pages.Page | Representation>;
}

/** One stylesheet, one script, one icon. */
export const ASSETS: Assets = createAssets({
  style: [new URL('./assets/site.css', import.meta.url)],
  script: [BASE_SCRIPT, new URL('./assets/site.js', import.meta.url)],
  further: {
    'contact.css': new URL('./assets/contact.css', import.meta.url),
    'contact.js': new URL('./assets/contact.js', import.meta.url),
  },
});

export const representPage: RepresentPage<Site> = createPageRepresentation({
  templates: new URL('./', import.meta.url),
  assets: ASSETS,
  scriptOf: ({ knowledgeBase }) => (knowledgeBase.contact ? ASSETS.addressOf('contact.js') : undefined),
});

const MAX_FORM_BYTES = 10_000;

/** Bytes of a form that may have files, and was sent without. */
const MAX_TEXT_BYTES = 1_000_000;

/**
 * Refuses forms that other sites submit, according to the browser. There are no cookies, so this only prevents
 * unintended votes.
 */
export function refuseOtherSites({ headers }: IncomingMessage): void {
  if (headers['sec-fetch-site'] === 'cross-site')
    throw new AppError('forbidden', 'Forms of other sites are refused.');
}

/** Handles a form and redirects, so that reloading does not submit it again; or shows the page of the form again. */
export async function handleForm(
  { post, mostUploadBytes }: PageForm,
  call: PageCall & Pick<FormCall, 'response'>,
): Promise<Representation> {
  const sent = await readSent(call.request, mostUploadBytes);
  if (sent.form.first('key') !== undefined) throw new AppError('invalid', 'Forms do not accept access keys.');
  const answer = await post({ ...call, ...sent });
  if ('seeOther' in answer) return leadTo(303, answer.seeOther);
  return 'template' in answer ? representPage(call.site, answer) : answer;
}

const NO_FILES: MultipartForm['files'] = new Map();

/** Milliseconds for a form with files to arrive. */
const UPLOAD_ARRIVAL = 20_000;

async function readSent(
  request: IncomingMessage,
  mostUploadBytes: number | undefined,
): Promise<MultipartForm> {
  if (mostUploadBytes === undefined)
    return { form: await readForm(request, MAX_FORM_BYTES), files: NO_FILES };
  if (!isMultipart(request)) return { form: await readForm(request, MAX_TEXT_BYTES), files: NO_FILES };
  return readMultipart(request, { maximumBytes: mostUploadBytes, arrival: UPLOAD_ARRIVAL });
}
