/** Migrations of webhooks, to run before those of the service. */
export const WEBHOOK_MIGRATIONS = new URL('../migrations/', import.meta.url);
