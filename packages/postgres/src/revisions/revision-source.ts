/**
 * A tenant's revision counts committed changes that clients can see. Changes call `bumpRevision` in their
 * transaction, which notifies every instance of `service:tenant:revision` on commit.
 */
export interface RevisionSource {
  /** The service's name in notifications: services may share a database. */
  service: string;
  /** The tenants' table, with the columns `id` and `revision`. */
  table: string;
}

/** Where all services notify. */
export const CHANNEL = 'guidepost';
