import type { Database } from '@guidepost/postgres';
import { createAccount } from '../../services/forum-service/src/accounts/accounts.ts';
import { createForum } from '../../services/forum-service/src/forums/administration.ts';
import type { Addresses, ExaminedService } from './examined-service.ts';
import { createForumWriter } from './forum-writer.ts';
import { createLedger } from './ledger.ts';

const SLUG = 'faults';
const LANGUAGE = 'en';

/** A forum of its own in a forum-service. */
export async function examineForum(
  database: Database,
  { origin, metrics }: Addresses,
): Promise<ExaminedService> {
  await createAccount(database, { name: 'Faults', allows_metadata: false, allows_keys: false });
  const named = { name: 'Faults', formal_name: 'Faults', language: LANGUAGE };
  const { id } = await createForum(database, { slug: SLUG, account: 'Faults', ...named, topics: ['Q'] });
  const ledger = createLedger();
  return {
    name: 'forum',
    database,
    tenant: { id, language: LANGUAGE },
    ledger,
    metrics,
    createWriter: () => createForumWriter({ origin, slug: SLUG, database, ledger }),
    searchAddress: (words) => `${origin}/api/search/${SLUG}/${encodeURIComponent(words)}.json`,
    readIds: (body) => (body as { uri: string }[]).map(({ uri }) => Number(/(\d+)(\.json)?$/.exec(uri)?.[1])),
  };
}
