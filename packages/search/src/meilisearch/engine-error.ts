import { AppError } from '@guidepost/service-kit';
import { MeilisearchApiError, MeilisearchRequestError } from 'meilisearch';

/** Meilisearch's type of errors that a retry cannot fix. */
const OF_THE_REQUEST = 'invalid_request';

/**
 * Except these, which time or an operator can fix: the index is missing or being changed. A server that has lost an
 * index recreates it from documents with a guessed key, and has no record of our tasks.
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

/** @throws AppError `invalid` for a request that Meilisearch will never accept, else the given error */
export function requestError(error: unknown): never {
  const refusal = refusalIn(error);
  if (refusal?.cause) throwIfInvalid(refusal.cause, refusal);
  throw refusal ?? error;
}

/** @throws AppError `invalid` for a fault of the request */
export function throwIfInvalid({ type, code, message }: Fault, cause?: unknown): void {
  if (type === OF_THE_REQUEST && !MENDED_BY_TIME.has(code)) throw new AppError('invalid', message, { cause });
}

function refusalIn(error: unknown): MeilisearchApiError | undefined {
  const refusal = error instanceof MeilisearchRequestError ? error.cause : error;
  return refusal instanceof MeilisearchApiError ? refusal : undefined;
}

interface Fault {
  type: string;
  code: string;
  message: string;
}
