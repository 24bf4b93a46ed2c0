import { type Database, preparedStatement } from '@guidepost/postgres';
import type { TellOwners } from './finish-attempt.ts';

interface WaitingWebhook {
  webhook_id: number;
  tenant_id: number;
  url: string;
}

const list = preparedStatement(new URL('../sql/list-unwritten.sql', import.meta.url));
const lock = preparedStatement(new URL('../sql/lock-webhook.sql', import.meta.url));
const setAside = preparedStatement(new URL('../sql/set-unwritten-aside.sql', import.meta.url));

/** Gives up events that could not be described for three days, and tells the owners. */
export async function giveUpUnwritten(database: Database, tellOwners: TellOwners): Promise<void> {
  for (const webhook of await database.any<WaitingWebhook>(list([]))) {
    const { webhook_id: webhookId, tenant_id: tenantId, url } = webhook;
    await database.tx('give-up-webhook-events', async (transaction) => {
      await transaction.oneOrNone(lock([webhookId]));
      const givenUp = await transaction.any(setAside([webhookId]));
      if (givenUp.length > 0)
        await tellOwners(transaction, { tenantId, webhookId, url, reason: 'set-aside' });
    });
  }
}
