import type { FailedRequest, HttpError, Representation } from '@guidepost/http';
import { nodeHttp } from '@guidepost/service-kit';
import { CACHING, COMMON_HEADERS, headersFor, KEYED_CACHING } from './headers.ts';

/** Reason phrases of the contract and of RFC 9110, where Node has others. */
const REASONS: Readonly<Record<number, string>> = {
  401: 'Authorization Required',
  409: 'Conflict/Duplicate',
  413: 'Content Too Large',
  429: 'Throttled',
};

export function reasonOf(status: number): string {
  return REASONS[status] ?? nodeHttp.STATUS_CODES[status] ?? 'Error';
}

/** The response to a failed request, the same in every format: messages by field as JSON, else a reason phrase. */
export function representFailure(
  error: HttpError,
  { id, request }: Pick<FailedRequest, 'id'> & Partial<FailedRequest>,
): Representation {
  const caching = error.status === 401 ? KEYED_CACHING : CACHING;
  const messages = messagesOf(error);
  const reason = reasonOf(error.status);
  return {
    status: error.status,
    headers: {
      ...(request ? headersFor(request) : COMMON_HEADERS),
      ...caching,
      'Content-Type': messages ? 'application/json' : 'text/plain; charset=utf-8',
      ...error.headers,
    },
    body: messages ? JSON.stringify(messages) : error.kind === 'internal' ? `${reason} (${id})` : reason,
  };
}

function messagesOf({
  fields,
  source,
  message,
}: HttpError): Readonly<Record<string, readonly string[]>> | undefined {
  if (fields) return fields;
  return source && 'parameter' in source ? { [source.parameter]: [message] } : undefined;
}
