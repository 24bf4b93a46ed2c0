import { type BoundStatement, preparedStatement, statementTemplate } from '@guidepost/postgres';

/** A table whose texts may contain a person's address. */
export interface MentionTable {
  /** Selects matching rows by id; takes forum and pattern. */
  list: (values: unknown[]) => BoundStatement;
  /** Replaces the address; takes forum, pattern, ids and the replacement. */
  change: (values: unknown[]) => BoundStatement;
}

interface Columns {
  table: string;
  /** Identifies rows; rows that share it are changed together. */
  id?: string;
  texts?: string[];
  json?: string[];
  /** Columns returned for changed rows. */
  returned?: string;
}

const list = statementTemplate(new URL('./sql/list-mentions.sql', import.meta.url));
const change = statementTemplate(new URL('./sql/change-mentions.sql', import.meta.url));

export const DIALOG_TEXTS = mentionTable({
  table: 'dialogs',
  texts: ['title', 'text', 'author_name', 'work_title', 'state'],
  json: ['metadata'],
  returned: 'forum_id, id, id as dialog_id, title, text',
});

export const COMMENT_TEXTS = mentionTable({
  table: 'comments',
  texts: ['text', 'author_name', 'work_title'],
  returned: 'forum_id, id, dialog_id, text',
});

export const TAG_NAMES = mentionTable({ table: 'tags', texts: ['name'] });
export const VOTE_TEXTS = mentionTable({ table: 'votes', id: 'dialog_id', texts: ['author_name'] });
export const REPORT_TEXTS = mentionTable({ table: 'reports', texts: ['author_name', 'reason'] });
export const REFUSALS = mentionTable({ table: 'import_progress', id: 'lines', json: ['refusals'] });
/** As named by a company's server. */
export const FILE_NAMES: MentionTable = {
  list: preparedStatement(new URL('./sql/list-files.sql', import.meta.url)),
  change: preparedStatement(new URL('./sql/change-files.sql', import.meta.url)),
};

/** Editors may have typed it, for example as a tag. */
export const AUDIT_DETAILS = mentionTable({ table: 'audit_entries', json: ['details'] });

/** Interpolates constants only. */
function mentionTable({ table, id = 'id', texts = [], json = [], returned = id }: Columns): MentionTable {
  const columns = [...texts, ...json].map((column) => `o.${column}`);
  const changes = [
    ...texts.map((column) => `${column} = ${withoutMentions(column)}`),
    ...json.map((column) => `${column} = ${withoutMentions(column)}::jsonb`),
  ];
  const fragments = {
    table,
    id,
    texts: `(concat_ws(' ', ${columns.join(', ')}) collate "und-x-icu")`,
    changes: changes.join(', '),
    returned,
  };
  const options = { prepared: true };
  return { list: list(fragments, options), change: change(fragments, options) };
}

function withoutMentions(column: string): string {
  return `regexp_replace(o.${column}::text collate "und-x-icu", $2, $4, 'gi')`;
}
