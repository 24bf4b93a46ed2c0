/** Migrations of the tables of searches, to run before those of the service. */
export const INSIGHTS_MIGRATIONS = new URL('../../migrations/', import.meta.url);
