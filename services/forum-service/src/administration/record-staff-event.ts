import type { RecordStaffEvent } from '@guidepost/access';
import { forumsOfAccount } from '../accounts/accounts.ts';
import { recordEvents } from '../audit/audit.ts';

/** Writes what happens to an account's people to the audit of each of its forums; people by their numbers. */
export const recordStaffEvent: RecordStaffEvent = async (
  transaction,
  { tenantId, actor, action, person, details },
) => {
  const event = { details: { person: person.id, ...details } };
  for (const forum of await forumsOfAccount(transaction, { id: tenantId })) {
    await recordEvents(transaction, { ...forum, actor, action: action.replace('.', ' ') }, [event]);
  }
};
