import { AppError } from '@guidepost/service-kit';
import type { SearchDocument, SearchTenant, TenantChanges } from '../port.ts';

export interface Change {
  tenant_id: number;
  document_id: number;
  change: number;
}

export interface LoadedDocuments {
  tenant: SearchTenant;
  /** The requested documents that clients may find. */
  documents: SearchDocument[];
  /** Ids to load later, to limit memory; never all of them. */
  later?: readonly number[];
}

export type LoadDocuments = (tenantId: number, ids: number[]) => Promise<LoadedDocuments>;

export interface LoadedPart {
  loaded: TenantChanges[];
  /** The changes that these are. */
  sent: Change[];
}

export interface RejectedDocument {
  tenantId: number;
  documentId: number;
  reason: string;
}

export interface Delivery {
  /**
   * Loads and writes changes, and removes them from the queue unless they have changed again; after a failure they are
   * sent again. Resolves with those written: the first, if not all.
   * @throws AppError `invalid` for a document that the index will never accept
   */
  send: (changes: readonly Change[]) => Promise<readonly Change[]>;
  reject: (change: Change, reason: string) => Promise<unknown>;
  onRejected: (document: RejectedDocument) => void;
}

/** Few enough for the texts to fit into a small process. */
const LOADED_AT_ONCE = 100;

/** UTF-16 units per part; documents loaded together may exceed it. */
const TEXT_AT_ONCE = 4_000_000;

export async function deliverChanges(delivery: Delivery, changes: readonly Change[]): Promise<number> {
  try {
    return (await delivery.send(changes)).length;
  } catch (error) {
    if (!(error instanceof AppError && error.kind === 'invalid')) throw error;
    const [first, ...others] = changes;
    if (!first) throw error;
    if (others.length > 0) return deliverApart(delivery, changes);
    await delivery.reject(first, error.message);
    delivery.onRejected({
      tenantId: first.tenant_id,
      documentId: first.document_id,
      reason: error.message,
    });
    return 1;
  }
}

/** Sent individually, since one of them is invalid. */
async function deliverApart(delivery: Delivery, changes: readonly Change[]): Promise<number> {
  const middle = Math.ceil(changes.length / 2);
  const delivered = await deliverChanges(delivery, changes.slice(0, middle));
  return delivered + (await deliverChanges(delivery, changes.slice(middle)));
}

/** Changes in parts whose texts fit into memory, loaded when the one before has been taken. */
export async function* loadChanges(
  load: LoadDocuments,
  changes: readonly Change[],
): AsyncGenerator<LoadedPart> {
  let part: LoadedPart = { loaded: [], sent: [] };
  let text = 0;
  for (const { tenantId, together } of loadedTogether(changes)) {
    const ids = together.map(({ document_id }) => document_id);
    const { tenant, documents, later = [] } = await load(tenantId, ids);
    const known = new Set([...documents.map(({ id }) => id), ...later]);
    part.loaded.push({ tenant, documents, removed: ids.filter((id) => !known.has(id)) });
    part.sent.push(...together.filter(({ document_id }) => !later.includes(document_id)));
    text += documents.flatMap(({ fields }) => fields).reduce((sum, { length }) => sum + length, 0);
    if (text < TEXT_AT_ONCE) continue;
    yield part;
    part = { loaded: [], sent: [] };
    text = 0;
  }
  if (part.loaded.length > 0) yield part;
}

function* loadedTogether(changes: readonly Change[]): Generator<{ tenantId: number; together: Change[] }> {
  for (const [tenantId, ofTenant] of Map.groupBy(changes, ({ tenant_id }) => tenant_id)) {
    for (let start = 0; start < ofTenant.length; start += LOADED_AT_ONCE) {
      yield { tenantId, together: ofTenant.slice(start, start + LOADED_AT_ONCE) };
    }
  }
}

/** Changes as parameters: tenants, documents, changes. */
export function columnsOf(changes: readonly Change[]): [number[], number[], number[]] {
  return [
    changes.map(({ tenant_id }) => tenant_id),
    changes.map(({ document_id }) => document_id),
    changes.map(({ change }) => change),
  ];
}
