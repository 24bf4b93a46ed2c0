/** For `http`, which knows the database by its types alone: so a text does not get the revision of a newer one. */
export { inSnapshot } from '@guidepost/postgres';
