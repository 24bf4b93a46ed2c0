import type { IncomingMessage } from 'node:http';
import { isFromSameOrigin, type Query } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Session } from '@guidepost/staff/sign-in';

/** @throws AppError `forbidden` for requests of other sites */
export function refuseOtherSites({ headers }: IncomingMessage): void {
  if (!isFromSameOrigin(headers)) {
    throw new AppError('forbidden', 'This request came from another site and was refused.', {
      reason: 'otherSite',
    });
  }
}

/** @throws AppError `forbidden` for a form of another session */
export function requireToken(session: Session, form: Query): void {
  if (session.acceptsForm(form.first('token') ?? '')) return;
  throw new AppError('forbidden', 'You have signed in again since this page was opened.', {
    reason: 'sentFromOldPage',
  });
}

/**
 * Checks a request of a script that changes something, which sends the session's token as a header.
 * @throws AppError `forbidden`
 */
export function checkScriptToken(request: IncomingMessage, session: Session): void {
  const sent = request.headers['x-desk-token'];
  if (typeof sent !== 'string' || !session.acceptsForm(sent)) {
    const message = 'You have signed in again since this page was opened.';
    throw new AppError('forbidden', message, { fields: { token: [message] }, reason: 'sentFromOldPage' });
  }
}
