import { STAFF_TABLES, STAFF_TABLES_LEFT } from '@guidepost/access';
import { searchedTables } from '@guidepost/insights';
import { MAIL_TABLES, MAIL_TABLES_LEFT } from '@guidepost/mail';
import type { TenantTable, TenantTables } from '@guidepost/postgres';
import { SEARCH_TABLES_LEFT, searchTables } from '@guidepost/search';
import { WEBHOOK_TABLES } from '@guidepost/webhooks';

const OWN: TenantTable = { rows: 't.knowledge_base_id = $1' };

/** What moves with a knowledge base; migrations have these tables watched. */
export const KNOWLEDGE_BASE_TABLES: TenantTables = {
  root: 'knowledge_bases',
  documents: 'guides',
  copied: {
    knowledge_bases: { rows: 't.id = $1', later: ['logo_file_id', 'logo_width', 'logo_height'] },
    host_names: OWN,
    access_keys: OWN,
    categories: { ...OWN, later: ['parent_category_id'] },
    tags: OWN,
    files: OWN,
    guides: OWN,
    former_slugs: OWN,
    guide_categories: OWN,
    guide_tags: OWN,
    guide_files: OWN,
    guide_drafts: { ...OWN, people: ['author_id'] },
    draft_files: OWN,
    guide_versions: OWN,
    version_files: OWN,
    guide_votes: OWN,
    guide_vote_counts: OWN,
    guide_comments: OWN,
    guide_views: OWN,
    guide_recent_views: OWN,
    audit_entries: { ...OWN, people: ['person_id'] },
    ...STAFF_TABLES,
    ...MAIL_TABLES,
    ...WEBHOOK_TABLES,
    ...searchedTables('t.tenant_id = $1'),
    ...searchTables('t.tenant_id = $1'),
  },
  notCopied: {
    ...STAFF_TABLES_LEFT,
    ...MAIL_TABLES_LEFT,
    ...SEARCH_TABLES_LEFT,
    rate_limits: 'Counts of a minute begin again.',
    secrets: 'Copied to a database without them, compared otherwise.',
  },
  filesOf: 'select id from knowledge_bases where id = $1',
  secrets: ['voters'],
};
