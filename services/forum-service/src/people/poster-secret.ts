import { createSecret, type Executor, type Secret } from '@guidepost/postgres';

export function createPosterSecret(database: Executor, configured: string | undefined): Secret {
  return createSecret(database, { name: 'posters', configured });
}
