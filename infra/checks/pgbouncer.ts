import { findPgBouncer } from '@guidepost/local-servers/testing';

/** A note for runs without a pooler. */
export function pgBouncerTestsLeftOut(): string | undefined {
  return findPgBouncer()
    ? undefined
    : 'PgBouncer tests were skipped: there is no pgbouncer on the PATH, and PGBOUNCER is not set.';
}
