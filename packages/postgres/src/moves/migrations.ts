/** Applied before those of a service, which name its tables. */
export const TENANT_MOVE_MIGRATIONS = new URL('../../migrations/', import.meta.url);
