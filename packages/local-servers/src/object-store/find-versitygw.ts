import { findOnPath } from '../programs/find-on-path.ts';

/**
 * The program of an object store that speaks S3, on the `PATH`. `jest.config.mjs` skips its tests without one, so this
 * module imports none of ours that import others.
 */
export function findVersitygw(): string | undefined {
  return findOnPath('versitygw');
}
