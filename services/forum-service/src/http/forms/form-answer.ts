import type { IncomingMessage } from 'node:http';
import { type HttpError, parseId, type Representation } from '@guidepost/http';
import type { ErrorKind } from '@guidepost/service-kit';
import type { Forum } from '../../model/forum.ts';
import { type Site, siteOf } from '../../pages/site.ts';
import type { Call, Posted } from '../endpoint.ts';
import { headersFor } from '../headers.ts';
import { describeFailure } from './describe-failure.ts';
import type { Back } from './refused-form.ts';
import { representForm, representLostForm } from './represent-form.ts';
import { withMessages } from './return-addresses.ts';
import type { SentForm } from './sent-form.ts';

/** What travels as `error` where a form says where: its page is a 400 like that of wrong fields, as the contract has it. */
export const BESIDE_FIELDS: ReadonlySet<ErrorKind> = new Set(['conflict', 'rate-limited', 'forbidden']);

/** A vote that was refused so is refused however often it is sent again. */
const FINAL_FOR_VOTES: ReadonlySet<ErrorKind> = new Set(['conflict', 'forbidden', 'not-found']);

/** A form that could not be taken, and what was known of it by then. */
export interface FailedForm {
  error: HttpError;
  /** Joins the answer with the log, for errors that are ours. */
  id: string | undefined;
  request: IncomingMessage;
  forum?: Forum;
  /** What the pattern found in the path. */
  path?: Call['path'];
  form?: SentForm;
  publicUrl: string;
}

/** The answer to a form that was taken. */
export function leadOn(request: IncomingMessage, { returnTo }: SentForm, { page }: Posted): Representation {
  return leadTo(request, returnTo?.success ?? page);
}

/**
 * The answer to a form that was not taken: where it says that errors go, else a page with the form as it was filled in.
 * None for what is wrong with a key, which is told to programs and to whoever makes a form, in the words of the API.
 */
export function representFormFailure(failed: FailedForm): Representation | undefined {
  const { error, id, request, forum, path, form, publicUrl } = failed;
  if (error.kind === 'unauthorized') return undefined;
  const isVote = form?.countsAs === 'vote';
  const failure = describeFailure({ kind: error.kind, isVote }, forum?.language ?? 'en');
  const errorUrl = form?.returnTo?.error;
  if (errorUrl !== undefined) return leadTo(request, withMessages(errorUrl, messagesOf(error, failure)));
  const summary = error.fields ? [] : [id === undefined ? failure : `${failure} (${id})`];
  const options = {
    status: BESIDE_FIELDS.has(error.kind) ? 400 : error.status,
    headers: { ...headersFor(request), ...error.headers },
    leadsAway: form?.returnTo?.success !== undefined,
  };
  if (!forum) return representLostForm(summary, options);
  const site = siteOf(forum, publicUrl);
  const messages = error.fields ?? {};
  if (isVote && FINAL_FOR_VOTES.has(error.kind)) {
    const refusal = {
      form: undefined,
      heading: failure,
      summary: [],
      messages,
      back: wayBack(site, error, path),
    };
    return representForm(site, refusal, options);
  }
  // Whoever pressed a button twice sees this answer alone: it must not say that nothing was sent.
  const refusal =
    error.kind === 'conflict'
      ? { form, heading: failure, summary: [], messages }
      : { form, summary, messages };
  return representForm(site, refusal, options);
}

/** To what the vote was for, as long as that is there. */
function wayBack(
  { paths, base, phrasing: { words } }: Site,
  { kind }: HttpError,
  path: Call['path'] = {},
): Back {
  const id = parseId(path.id);
  if (kind === 'not-found' || id === undefined) return { address: base, text: words.backToForum };
  return { address: paths.dialogPage(id), text: words.backToDialog };
}

/** Named after their fields, and `error` where there is none. */
function messagesOf({ fields }: HttpError, failure: string): (readonly [name: string, message: string])[] {
  if (!fields) return [['error', failure]];
  return Object.entries(fields).flatMap(([name, messages]) =>
    messages.map((message) => [name, message] as const),
  );
}

/** To be read with GET, so that reading it again sends nothing again. */
function leadTo(request: IncomingMessage, address: string): Representation {
  return { status: 303, headers: { ...headersFor(request), 'Cache-Control': 'no-store', Location: address } };
}
