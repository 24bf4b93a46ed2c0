import { type BoundStatement, sql } from '@guidepost/postgres';
import { listDeletedMentions } from '../posts/purge-deleted.ts';

type Statement = (values: unknown[]) => BoundStatement;

/** Texts of a table that may contain a person's address. */
export interface MentionTable {
  /** Selects matching rows by id; takes forum and pattern. */
  list: Statement;
  /** Replaces the address; takes forum, pattern, ids and the replacement. */
  change: Statement;
}

export const DIALOG_TEXTS: MentionTable = {
  list: sql`
    -- Dialogs with the address (pattern $2) in a text. Most contain no address at all, which is checked first.
    select o.id
    from dialogs o
    cross join lateral (
      select concat_ws(' ', o.title, o.text, o.author_name, o.work_title, o.state, o.former_state,
        o.metadata) collate "und-x-icu" as texts
    ) c
    where o.forum_id = $1 and strpos(c.texts, '@') > 0 and c.texts ~* $2
    order by o.id
  `,
  change: sql`
    -- $2 pattern of the address, $3 ids, $4 replacement
    update dialogs o
    set title = regexp_replace(o.title collate "und-x-icu", $2, $4, 'gi'),
      text = regexp_replace(o.text collate "und-x-icu", $2, $4, 'gi'),
      author_name = regexp_replace(o.author_name collate "und-x-icu", $2, $4, 'gi'),
      work_title = regexp_replace(o.work_title collate "und-x-icu", $2, $4, 'gi'),
      state = regexp_replace(o.state collate "und-x-icu", $2, $4, 'gi'),
      former_state = regexp_replace(o.former_state collate "und-x-icu", $2, $4, 'gi'),
      metadata = regexp_replace(o.metadata::text collate "und-x-icu", $2, $4, 'gi')::jsonb
    where o.forum_id = $1 and o.id = any ($3::bigint[])
    returning o.forum_id, o.id, o.title, o.text, o.markdown
  `,
};

export const COMMENT_TEXTS: MentionTable = {
  list: sql`
    -- Comments with the address (pattern $2) in a text. Most contain no address at all, which is checked first.
    select o.id
    from comments o
    cross join lateral (
      select concat_ws(' ', o.text, o.author_name, o.work_title) collate "und-x-icu" as texts
    ) c
    where o.forum_id = $1 and strpos(c.texts, '@') > 0 and c.texts ~* $2
    order by o.id
  `,
  change: sql`
    -- $2 pattern of the address, $3 ids, $4 replacement
    update comments o
    set text = regexp_replace(o.text collate "und-x-icu", $2, $4, 'gi'),
      author_name = regexp_replace(o.author_name collate "und-x-icu", $2, $4, 'gi'),
      work_title = regexp_replace(o.work_title collate "und-x-icu", $2, $4, 'gi')
    where o.forum_id = $1 and o.id = any ($3::bigint[])
    returning o.forum_id, o.id, o.dialog_id, o.text, o.markdown
  `,
};

export const VOTE_TEXTS: MentionTable = {
  list: sql`
    -- Votes with the address (pattern $2) in a name, by dialog. Most contain no address at all, which is checked first.
    select o.dialog_id as id
    from votes o
    where o.forum_id = $1 and strpos(o.author_name, '@') > 0 and o.author_name collate "und-x-icu" ~* $2
    order by o.dialog_id
  `,
  change: sql`
    -- $2 pattern of the address, $3 dialogs, $4 replacement
    update votes o
    set author_name = regexp_replace(o.author_name collate "und-x-icu", $2, $4, 'gi')
    where o.forum_id = $1 and o.dialog_id = any ($3::bigint[])
  `,
};

export const REPORT_TEXTS: MentionTable = {
  list: sql`
    -- Reports with the address (pattern $2) in a text. Most contain no address at all, which is checked first.
    select o.id
    from reports o
    cross join lateral (
      select concat_ws(' ', o.author_name, o.reason) collate "und-x-icu" as texts
    ) c
    where o.forum_id = $1 and strpos(c.texts, '@') > 0 and c.texts ~* $2
    order by o.id
  `,
  change: sql`
    -- $2 pattern of the address, $3 ids, $4 replacement
    update reports o
    set author_name = regexp_replace(o.author_name collate "und-x-icu", $2, $4, 'gi'),
      reason = regexp_replace(o.reason collate "und-x-icu", $2, $4, 'gi')
    where o.forum_id = $1 and o.id = any ($3::bigint[])
  `,
};

export const REFUSALS: MentionTable = {
  list: sql`
    -- Imports with the address (pattern $2) in a refusal, identified by lines done since they have no id. Most contain no
    -- address at all, which is checked first.
    select o.lines as id
    from import_progress o
    where o.forum_id = $1 and strpos(o.refusals::text, '@') > 0 and o.refusals::text collate "und-x-icu" ~* $2
    order by o.lines
  `,
  change: sql`
    -- $2 pattern of the address, $3 lines done, $4 replacement
    update import_progress o
    set refusals = regexp_replace(o.refusals::text collate "und-x-icu", $2, $4, 'gi')::jsonb
    where o.forum_id = $1 and o.lines = any ($3::bigint[])
  `,
};

/** What posts said before they were edited. */
export const ORIGINALS: MentionTable = {
  list: sql`
    -- Earlier texts with the address (pattern $2). Most contain no address at all, which is checked first.
    select o.id
    from originals o
    cross join lateral (
      select concat_ws(' ', o.title, o.text, o.metadata) collate "und-x-icu" as texts
    ) c
    where o.forum_id = $1 and strpos(c.texts, '@') > 0 and c.texts ~* $2
    order by o.id
  `,
  change: sql`
    -- $2 pattern of the address, $3 ids, $4 replacement
    update originals o
    set title = regexp_replace(o.title collate "und-x-icu", $2, $4, 'gi'),
      text = regexp_replace(o.text collate "und-x-icu", $2, $4, 'gi'),
      metadata = regexp_replace(o.metadata::text collate "und-x-icu", $2, $4, 'gi')::jsonb
    where o.forum_id = $1 and o.id = any ($3::bigint[])
  `,
};

/** Written by staff. */
export const CANNED_TEXTS: MentionTable = {
  list: sql`
    -- Canned answers with the address (pattern $2). Most contain no address at all, which is checked first.
    select o.id
    from canned_answers o
    cross join lateral (select concat_ws(' ', o.name, o.text) collate "und-x-icu" as texts) c
    where o.forum_id = $1 and strpos(c.texts, '@') > 0 and c.texts ~* $2
    order by o.id
  `,
  change: sql`
    -- $2 pattern of the address, $3 ids, $4 replacement. Names stay unique.
    update canned_answers o
    set name = case
        when o.name collate "und-x-icu" ~* $2
        then left(regexp_replace(o.name collate "und-x-icu", $2, $4, 'gi'), 80) || ' ' || o.id
        else o.name
      end,
      text = regexp_replace(o.text collate "und-x-icu", $2, $4, 'gi')
    where o.forum_id = $1 and o.id = any ($3::bigint[])
  `,
};

/** Editors may have typed it, for example as a tag. */
export const AUDIT_DETAILS: MentionTable = {
  list: sql`
    -- Audit entries with the address (pattern $2). Most contain no address at all, which is checked first.
    select o.id
    from audit_entries o
    where o.forum_id = $1 and strpos(o.details::text, '@') > 0 and o.details::text collate "und-x-icu" ~* $2
    order by o.id
  `,
  change: sql`
    -- $2 pattern of the address, $3 ids, $4 replacement
    update audit_entries o
    set details = regexp_replace(o.details::text collate "und-x-icu", $2, $4, 'gi')::jsonb
    where o.forum_id = $1 and o.id = any ($3::bigint[])
  `,
};

/** As named by a company's server. */
export const FILE_NAMES: MentionTable = {
  list: sql`
    -- Files whose name before its ending contains the address (pattern $2), identified by size since they have no id.
    select f.bytes as id
    from files f
    where f.forum_id = $1 and regexp_replace(f.name, '\.[^.]*$', '') collate "und-x-icu" ~* $2
    order by f.bytes, f.token
  `,
  change: sql`
    -- $2 pattern of the address, $3 file sizes, $4 replacement
    update files f
    set name = regexp_replace(regexp_replace(f.name, '\.[^.]*$', '') collate "und-x-icu", $2, $4, 'gi')
      || substring(f.name from '\.[^.]*$')
    where f.forum_id = $1 and f.bytes = any ($3::bigint[])
  `,
};

/** Tags with an address are deleted. */
export const TAG_NAMES: Pick<MentionTable, 'list'> = {
  list: sql`
    -- Tags with the address (pattern $2) in the name. Most contain no address at all, which is checked first.
    select o.id
    from tags o
    where o.forum_id = $1 and strpos(o.name, '@') > 0 and o.name collate "und-x-icu" ~* $2
    order by o.id
  `,
};

/** Of deleted posts, which are gone for good then. */
export const DELETED_ROWS: Pick<MentionTable, 'list'> = { list: listDeletedMentions };
