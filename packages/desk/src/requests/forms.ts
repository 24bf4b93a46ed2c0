import type { IncomingMessage } from 'node:http';
import {
  isMultipart,
  type MultipartForm,
  type Query,
  readForm,
  readMultipart,
  type UploadedFile,
} from '@guidepost/http';
import type { Session } from '@guidepost/staff/sign-in';
import { refuseOtherSites } from './refuse-forgery.ts';

export const MAX_FORM_BYTES = 100_000;

/** Room for a long guide. */
const MAX_FORM_BYTES_SIGNED_OUT = 500_000;

export const NO_FILES: ReadonlyMap<string, UploadedFile> = new Map();

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
 * Reads a form that changes something.
 * @throws AppError `forbidden` for forms of other sites; NotSaved without the session's token
 */
export async function readSessionForm(
  request: IncomingMessage,
  session: Session | undefined,
  maximumBytes = MAX_FORM_BYTES,
): Promise<MultipartForm> {
  refuseOtherSites(request);
  // Anyone can send a form without a session, so its size is limited before it is decoded and shown again.
  const most = session ? maximumBytes : Math.min(maximumBytes, MAX_FORM_BYTES_SIGNED_OUT);
  const sent = isMultipart(request)
    ? await readMultipart(request, { maximumBytes: most })
    : { form: await readForm(request, most), files: NO_FILES };
  const { form } = sent;
  if (!session?.acceptsForm(form.first('token') ?? '')) throw new NotSaved(form, session !== undefined);
  return sent;
}
