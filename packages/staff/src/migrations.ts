/** Migrations of the staff tables, to run before those of the service. */
export const STAFF_MIGRATIONS = new URL('../migrations/', import.meta.url);
