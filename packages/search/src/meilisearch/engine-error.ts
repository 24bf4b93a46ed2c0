import { AppError } from '@guidepost/service-kit';
import { MeilisearchApiError, MeilisearchRequestError } from 'meilisearch';

/** What Meilisearch calls a fault of the request: sent again, it would be one again. */
const OF_THE_REQUEST = 'invalid_request';

/**
 * Of those, what time or an operator can mend: the index is not there, somebody changes it at this moment. A server that
 * has lost it makes another one of the documents, whose key it guesses; and it knows nothing of our tasks.
 */
const MENDED_BY_TIME = new Set([
  'index_not_found',
  'index_primary_key_already_exists',
  'index_primary_key_multiple_candidates_found',
  'index_primary_key_no_candidate_found',
  'missing_document_id',
  'task_not_found',
  'too_many_search_requests',
]);

export function hasCode(error: unknown, code: string): boolean {
  return refusalIn(error)?.cause?.code === code;
}

/** @throws AppError `invalid` for a request that Meilisearch will never take, else what was caught */
export function requestError(error: unknown): never {
  const refusal = refusalIn(error);
  if (refusal?.cause) throwIfInvalid(refusal.cause, refusal);
  throw refusal ?? error;
}

/** @throws AppError `invalid` when it is about what was sent */
export function throwIfInvalid({ type, code, message }: Fault, cause?: unknown): void {
  if (type === OF_THE_REQUEST && !MENDED_BY_TIME.has(code)) throw new AppError('invalid', message, { cause });
}

/** What the server said: the official client wraps what our way of sending requests throws. */
function refusalIn(error: unknown): MeilisearchApiError | undefined {
  const refusal = error instanceof MeilisearchRequestError ? error.cause : error;
  return refusal instanceof MeilisearchApiError ? refusal : undefined;
}

interface Fault {
  type: string;
  code: string;
  message: string;
}
