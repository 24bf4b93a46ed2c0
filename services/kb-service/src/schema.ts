import { STAFF_MIGRATIONS } from '@guidepost/access';
import { SEARCH_MIGRATIONS } from '@guidepost/search';

export const MIGRATIONS = [SEARCH_MIGRATIONS, STAFF_MIGRATIONS, new URL('../migrations/', import.meta.url)];
