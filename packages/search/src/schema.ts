/** Where the migrations of the search tables are; they come before those of the service that fills the queue. */
export const SEARCH_MIGRATIONS = new URL('../migrations/', import.meta.url);
