import {
  corsHeaders,
  type HeaderFields,
  type HttpError,
  type Representation,
  securityHeaders,
} from '@guidepost/http';
import type { GuideWords, PageWords } from '@guidepost/i18n';
import type { FailureAnswer } from '../../widget/widget-answers.ts';

/** Pages of every origin may load it, and no cookie is read (S44). */
export const WIDGET_HEADERS: HeaderFields = Object.freeze({
  'Cache-Control': 'public, no-cache',
  Vary: 'Accept-Encoding',
  ...corsHeaders({ exposed: ['Retry-After'] }),
  ...securityHeaders({
    policy: { sandbox: [], 'frame-ancestors': "'none'" },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  }),
});

export function widgetJson(answer: object, status = 200): Representation {
  const headers = { ...WIDGET_HEADERS, 'Content-Type': 'application/json; charset=utf-8' };
  return { status, headers, body: JSON.stringify(answer) };
}

/** The answer to a failure. @param isOfGuide whether a guide was asked for, not the help centre */
export function widgetFailure(
  { status, headers }: Pick<HttpError, 'status' | 'headers'>,
  words: PageWords & GuideWords,
  isOfGuide: boolean,
): Representation {
  const answer: FailureAnswer = { message: messageOf(status, words, isOfGuide) };
  const failure = widgetJson(answer, status);
  return { ...failure, headers: { ...failure.headers, ...headers, 'Cache-Control': 'no-store' } };
}

function messageOf(status: number, words: PageWords & GuideWords, isOfGuide: boolean): string {
  if (status === 404 || status === 421) return isOfGuide ? words.gone : words.widget.closed;
  if (status === 429) return `${words.tooManyRequests}. ${words.tryLater}`;
  return status < 500 ? words.badRequest : `${words.outOfOrder}. ${words.tryLater}`;
}
