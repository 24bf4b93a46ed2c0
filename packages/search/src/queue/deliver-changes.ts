import { AppError } from '@guidepost/service-kit';
import type { TenantChanges } from '../port/search-engine.ts';
import type { SearchDocument, SearchTenant } from '../port/search-index.ts';

/** A document that has changed, with a number that is another one for each change. */
export interface Change {
  tenant_id: number;
  document_id: number;
  change: number;
}

/** What the records of a tenant are found by, at this moment. */
export interface LoadedDocuments {
  tenant: SearchTenant;
  /** Of the ids that were asked for; those that clients must not find are left out. */
  documents: SearchDocument[];
  /** Ids for another time, since the documents are too large to be in memory at once; never all of them. */
  later?: readonly number[];
}

export type LoadDocuments = (tenantId: number, ids: number[]) => Promise<LoadedDocuments>;

export interface SetAside {
  tenantId: number;
  documentId: number;
  reason: string;
}

/** How changes get from where they wait to where they can be found. */
export interface Delivery {
  load: LoadDocuments;
  /**
   * Brings changes into an index and then takes them off what waits, but for what has changed again meanwhile: whatever
   * fails or ends on the way is sent again.
   * @throws AppError `invalid` for a document that the index will never take
   */
  send: (changes: readonly TenantChanges[], sent: readonly Change[]) => Promise<void>;
  setAside: (change: Change, reason: string) => Promise<unknown>;
  /** Hears of each document that the index will not take. */
  onSetAside: (document: SetAside) => void;
}

/** Documents that are loaded at once: few enough that their texts fit into a small process. */
export const LOADED_AT_ONCE = 20;

/** UTF-16 units of text that are sent at once; what was loaded together may be more. */
const TEXT_AT_ONCE = 4_000_000;

/**
 * Sends changes, as many as fit into memory, as the documents are now.
 *
 * @returns how many were dealt with: at least one, if there are any
 */
export async function deliverChanges(delivery: Delivery, changes: readonly Change[]): Promise<number> {
  const { loaded, sent } = await loadChanges(delivery.load, changes);
  try {
    await delivery.send(loaded, sent);
    return sent.length;
  } catch (error) {
    if (!(error instanceof AppError && error.kind === 'invalid')) throw error;
    const [first, ...others] = sent;
    if (!first) throw error;
    if (others.length > 0) return deliverApart(delivery, sent);
    await delivery.setAside(first, error.message);
    delivery.onSetAside({
      tenantId: first.tenant_id,
      documentId: first.document_id,
      reason: error.message,
    });
    return 1;
  }
}

/** One of them is not fit for the index: alone it can be told apart, and the others get through. */
async function deliverApart(delivery: Delivery, changes: readonly Change[]): Promise<number> {
  const middle = Math.ceil(changes.length / 2);
  const delivered = await deliverChanges(delivery, changes.slice(0, middle));
  return delivered + (await deliverChanges(delivery, changes.slice(middle)));
}

async function loadChanges(
  load: LoadDocuments,
  changes: readonly Change[],
): Promise<{ loaded: TenantChanges[]; sent: Change[] }> {
  const loaded: TenantChanges[] = [];
  const sent: Change[] = [];
  let text = 0;
  for (const { tenantId, part } of loadedTogether(changes)) {
    if (text >= TEXT_AT_ONCE) break;
    const ids = part.map(({ document_id }) => document_id);
    const { tenant, documents, later = [] } = await load(tenantId, ids);
    const known = new Set([...documents.map(({ id }) => id), ...later]);
    loaded.push({ tenant, documents, gone: ids.filter((id) => !known.has(id)) });
    sent.push(...part.filter(({ document_id }) => !later.includes(document_id)));
    text += documents.flatMap(({ fields }) => fields).reduce((sum, { length }) => sum + length, 0);
  }
  return { loaded, sent };
}

function* loadedTogether(changes: readonly Change[]): Generator<{ tenantId: number; part: Change[] }> {
  for (const [tenantId, ofTenant] of Map.groupBy(changes, ({ tenant_id }) => tenant_id)) {
    for (let start = 0; start < ofTenant.length; start += LOADED_AT_ONCE) {
      yield { tenantId, part: ofTenant.slice(start, start + LOADED_AT_ONCE) };
    }
  }
}

/** Changes as statements take them: tenants, documents, changes. */
export function columnsOf(changes: readonly Change[]): [number[], number[], number[]] {
  return [
    changes.map(({ tenant_id }) => tenant_id),
    changes.map(({ document_id }) => document_id),
    changes.map(({ change }) => change),
  ];
}
