import type { RecordStaffEvent } from '@guidepost/staff';
import { recordEvents } from './audit.ts';
import { listKnowledgeBasesById } from './find-knowledge-base.ts';

/** Writes what happens to a knowledge base's people to its audit. */
export const recordStaffEvent: RecordStaffEvent = async (
  transaction,
  { tenantId, actor, action, person, details },
) => {
  const [knowledgeBase] = await listKnowledgeBasesById(transaction, [tenantId]);
  if (!knowledgeBase) return;
  const { id, host } = knowledgeBase;
  const event = { subject: person.email, details };
  await recordEvents(transaction, { id, host, actor, action: action.replace('.', ' ') }, [event]);
};
