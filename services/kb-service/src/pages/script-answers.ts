import {
  corsHeaders,
  type HttpError,
  type Representation,
  securityHeaders,
  showErrorsBy,
} from '@guidepost/http';
import { catalogueOf, fill } from '@guidepost/i18n';
import { MAX_ATTACHMENT_BYTES } from '../contact/message-fields.ts';
import type { Site } from './site.ts';

const HEADERS = Object.freeze({
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  ...corsHeaders({ exposed: ['Retry-After'] }),
  ...securityHeaders({ crossOriginResourcePolicy: { policy: 'cross-origin' } }),
});

/** A mistake, in the language of a site. */
export interface ScriptError {
  /** Missing for one that is about no field. */
  field?: string;
  message: string;
}

/** JSON for scripts of any site; no cookie has a part in it (S44). */
export function answerScript(status: number, body: object): Representation {
  return { status, headers: HEADERS, body: JSON.stringify(body) };
}

export function refuseScript(status: number, errors: readonly ScriptError[]): Representation {
  return answerScript(status, { errors });
}

export function showErrorsToScripts<Result>(site: Site, work: () => Promise<Result>): Promise<Result> {
  return showErrorsBy((error) => {
    const answer = refuseScript(error.status, [{ message: sayError(site, error) }]);
    return { ...answer, headers: { ...answer.headers, ...error.headers } };
  }, work);
}

function sayError({ phrasing: { words }, language }: Site, { kind }: HttpError): string {
  const { messages } = catalogueOf(language);
  switch (kind) {
    case 'not-found':
      return words.notFound;
    case 'rate-limited':
      return words.contact.tooMany;
    case 'unavailable':
      return words.contact.full;
    case 'too-large':
      return fill(messages['file-too-large'], { maximum: MAX_ATTACHMENT_BYTES / 1_000_000 });
    case 'invalid':
    case 'malformed':
    case 'unsupported-media-type':
      return messages.unreadable;
    default:
      return words.outOfOrder;
  }
}
