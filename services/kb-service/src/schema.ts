import { SEARCH_MIGRATIONS } from '@guidepost/search';

/** Directories of migrations, in order. */
export const MIGRATIONS = [SEARCH_MIGRATIONS, new URL('../migrations/', import.meta.url)];
