import type { RevisionSource } from '@guidepost/postgres';

/** Where forums count their changes. */
export const FORUM_REVISIONS: RevisionSource = { service: 'forum', table: 'forums' };
