/** Migrations of the search tables, to run before those of the service. */
export const SEARCH_MIGRATIONS = new URL('../migrations/', import.meta.url);
