import { findVersitygw } from '@guidepost/local-servers';

/** A note for runs without a store that speaks S3. */
export function objectStoreTestsLeftOut(): string | undefined {
  return process.env.S3_TEST_URL || findVersitygw()
    ? undefined
    : 'Tests of files in an object store were skipped: there is no versitygw on the PATH, and S3_TEST_URL is not set.';
}
