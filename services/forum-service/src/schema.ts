import { SEARCH_MIGRATIONS } from '@guidepost/search';

/** Where the migrations of this service's database are, in the order in which they build on each other. */
export const MIGRATIONS = [SEARCH_MIGRATIONS, new URL('../migrations/', import.meta.url)];
