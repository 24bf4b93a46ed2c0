/** Where the migrations of this service's database are. */
export const MIGRATIONS = new URL('../migrations/', import.meta.url);
