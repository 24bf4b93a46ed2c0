import { createSecret, type Executor, type Secret } from '@guidepost/postgres';

/** What e-mail addresses are hashed with, by the service and by commands. */
export function createPosterSecret(database: Executor, configured: string | undefined): Secret {
  return createSecret(database, { name: 'posters', configured });
}
