import type { Executor } from '@guidepost/postgres';
import { type AuditEntry, type AuditRequest, listAuditEntries } from './audit.ts';
import { requireKnowledgeBase } from './find-knowledge-base.ts';

/**
 * Audit entries of a knowledge base, newest first.
 * @throws AppError `not-found` if no knowledge base has or had this host
 */
export async function listChanges(executor: Executor, request: AuditRequest): Promise<AuditEntry[]> {
  const { host } = request;
  const entries = await listAuditEntries(executor, request);
  const isKnown = entries.length > 0 || (await listAuditEntries(executor, { host, limit: 1 })).length > 0;
  if (!isKnown) await requireKnowledgeBase(executor, host);
  return entries;
}
