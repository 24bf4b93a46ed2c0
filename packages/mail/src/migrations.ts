/** Migrations of the mail queue, to run before those of the service. */
export const MAIL_MIGRATIONS = new URL('../migrations/', import.meta.url);
