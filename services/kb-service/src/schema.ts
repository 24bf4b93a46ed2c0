import { SEARCH_MIGRATIONS } from '@guidepost/search';

export const MIGRATIONS = [SEARCH_MIGRATIONS, new URL('../migrations/', import.meta.url)];
