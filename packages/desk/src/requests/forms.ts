import type { IncomingMessage } from 'node:http';
import {
  isFromSameOrigin,
  isMultipart,
  type MultipartForm,
  type Query,
  readForm,
  readMultipart,
  type UploadedFile,
} from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Session } from '@guidepost/staff/sign-in';
import type { DeskPage, ReceivedForm, Visit } from './calls.ts';

export const MAX_FORM_BYTES = 100_000;

/** Room for a long guide. */
const MAX_FORM_BYTES_SIGNED_OUT = 500_000;

/** How much of a form a page takes. */
export type FormLimits = Pick<DeskPage<Visit>, 'maximumBytes' | 'beginning'>;

export const NO_FILES: ReadonlyMap<string, readonly UploadedFile[]> = new Map();

/** A form that has not been handled, because its sender was signed out or has signed in again since. */
export class NotSaved extends Error {
  readonly form: Query;
  readonly isSignedIn: boolean;

  constructor(form: Query, isSignedIn: boolean) {
    super('The form does not belong to the session.');
    this.form = form;
    this.isSignedIn = isSignedIn;
  }
}

/**
 * Reads a form that changes something (S31).
 * @throws AppError `forbidden` for forms of other sites; NotSaved without the session's token
 */
export async function readSessionForm(
  request: IncomingMessage,
  session: Session | undefined,
  { maximumBytes = MAX_FORM_BYTES, beginning }: FormLimits = {},
): Promise<MultipartForm> {
  refuseOtherSites(request);
  // Anyone can send a form without a session, so its size is limited before it is decoded and shown again.
  const most = session ? maximumBytes : Math.min(maximumBytes, MAX_FORM_BYTES_SIGNED_OUT);
  const sent = isMultipart(request)
    ? await readMultipart(request, { maximumBytes: most, beginning })
    : { form: await readForm(request, most), files: NO_FILES };
  const { form } = sent;
  if (!session?.acceptsForm(form.first('token') ?? '')) throw new NotSaved(form, session !== undefined);
  return sent;
}

/**
 * Reads a form with a large file, which is deleted unless the form belongs to the session.
 * @throws as {@link readSessionForm} does
 */
export async function receiveSessionForm(
  visit: Visit,
  receive: NonNullable<DeskPage<Visit>['receive']>,
): Promise<ReceivedForm> {
  const { request, session } = visit;
  refuseOtherSites(request);
  const sent = await receive(visit);
  if (session?.acceptsForm(sent.form.first('token') ?? '')) return sent;
  await sent.upload?.discard();
  throw new NotSaved(sent.form, session !== undefined);
}

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
