/** Applied before those of a service, which name its tables. */
export const SHARED_MIGRATIONS = new URL('../../migrations/', import.meta.url);
