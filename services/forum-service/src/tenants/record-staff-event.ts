import type { RecordStaffEvent } from '@guidepost/staff';
import { recordAccountEvents } from './audit.ts';

/** Writes what happens to an account's people to its audit; people by their numbers. */
export const recordStaffEvent: RecordStaffEvent = async (
  transaction,
  { tenantId, actor, action, person, details },
) => {
  const event = { details: { person: person.id, ...details } };
  await recordAccountEvents(transaction, { accountId: tenantId, actor, action: action.replace('.', ' ') }, [
    event,
  ]);
};
