import { SEARCH_MIGRATIONS } from '@guidepost/search';

/** Folders with migrations, in order of dependency. */
export const MIGRATIONS = [SEARCH_MIGRATIONS, new URL('../migrations/', import.meta.url)];
