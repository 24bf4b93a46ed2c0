import { resolve } from 'node:path';
import { findOnPath } from '../programs/find-on-path.ts';

/**
 * The Meilisearch program: `MEILISEARCH`, else the first `meilisearch` on the `PATH`. `jest.config.mjs` skips its tests
 * without one, so this module imports none of ours that import others.
 */
export function findMeilisearch(): string | undefined {
  const found = process.env.MEILISEARCH || findOnPath('meilisearch');
  return found && resolve(found);
}
