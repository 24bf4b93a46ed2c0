import { PACKAGE_MIGRATIONS } from '@guidepost/service-context/migrations';

/** Folders with migrations, in order of dependency. */
export const MIGRATIONS = [...PACKAGE_MIGRATIONS, new URL('../migrations/', import.meta.url)];
