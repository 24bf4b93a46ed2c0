import { closeDatabase } from '@guidepost/postgres';
import { openTestDatabase } from '@guidepost/testing';
import { readConfig } from '../../services/kb-service/src/config.ts';
import { createContext } from '../../services/kb-service/src/context.ts';
import { signInAs } from '../../services/kb-service/src/testing/desk-client.ts';
import { HOST } from '../replica/both-services.ts';

/** Someone who accepts an invitation to the desk of the knowledge base; resolves with the cookie. */
export async function signInThrough(origin: string, url: string): Promise<string> {
  const context = createContext(readConfig({ KB_DATABASE_URL: url, DESK_URL: origin, LOG_LEVEL: 'silent' }));
  const database = openTestDatabase(url);
  const { cookie } = await signInAs({ database, context } as never, {
    host: HOST,
    role: 'owner',
  });
  await closeDatabase(database);
  await context.close();
  return cookie;
}
