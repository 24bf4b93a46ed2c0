import { type BoundStatement, preparedStatement } from '@guidepost/postgres';
import { listDeletedMentions } from '../../deleted-posts/forget-deleted.ts';

type Statement = (values: unknown[]) => BoundStatement;

/** Texts of a table that may contain a person's address. */
export interface MentionTable {
  /** Selects matching rows by id; takes forum and pattern. */
  list: Statement;
  /** Replaces the address; takes forum, pattern, ids and the replacement. */
  change: Statement;
}

export const DIALOG_TEXTS: MentionTable = {
  list: preparedStatement(new URL('./sql/list-mentions-in-dialogs.sql', import.meta.url)),
  change: preparedStatement(new URL('./sql/change-mentions-in-dialogs.sql', import.meta.url)),
};

export const COMMENT_TEXTS: MentionTable = {
  list: preparedStatement(new URL('./sql/list-mentions-in-comments.sql', import.meta.url)),
  change: preparedStatement(new URL('./sql/change-mentions-in-comments.sql', import.meta.url)),
};

export const VOTE_TEXTS: MentionTable = {
  list: preparedStatement(new URL('./sql/list-mentions-in-votes.sql', import.meta.url)),
  change: preparedStatement(new URL('./sql/change-mentions-in-votes.sql', import.meta.url)),
};

export const REPORT_TEXTS: MentionTable = {
  list: preparedStatement(new URL('./sql/list-mentions-in-reports.sql', import.meta.url)),
  change: preparedStatement(new URL('./sql/change-mentions-in-reports.sql', import.meta.url)),
};

export const REFUSALS: MentionTable = {
  list: preparedStatement(new URL('./sql/list-mentions-in-imports.sql', import.meta.url)),
  change: preparedStatement(new URL('./sql/change-mentions-in-imports.sql', import.meta.url)),
};

/** What posts said before they were edited. */
export const ORIGINALS: MentionTable = {
  list: preparedStatement(new URL('./sql/list-mentions-in-originals.sql', import.meta.url)),
  change: preparedStatement(new URL('./sql/change-mentions-in-originals.sql', import.meta.url)),
};

/** Written by staff. */
export const CANNED_TEXTS: MentionTable = {
  list: preparedStatement(new URL('./sql/list-mentions-in-canned.sql', import.meta.url)),
  change: preparedStatement(new URL('./sql/change-mentions-in-canned.sql', import.meta.url)),
};

/** Editors may have typed it, for example as a tag. */
export const AUDIT_DETAILS: MentionTable = {
  list: preparedStatement(new URL('./sql/list-mentions-in-audit.sql', import.meta.url)),
  change: preparedStatement(new URL('./sql/change-mentions-in-audit.sql', import.meta.url)),
};

/** As named by a company's server. */
export const FILE_NAMES: MentionTable = {
  list: preparedStatement(new URL('./sql/list-mentions-in-files.sql', import.meta.url)),
  change: preparedStatement(new URL('./sql/change-mentions-in-files.sql', import.meta.url)),
};

/** Tags with an address are deleted. */
export const TAG_NAMES: Pick<MentionTable, 'list'> = {
  list: preparedStatement(new URL('./sql/list-mentions-in-tags.sql', import.meta.url)),
};

/** Of deleted posts, which are gone for good then. */
export const DELETED_ROWS: Pick<MentionTable, 'list'> = { list: listDeletedMentions };
