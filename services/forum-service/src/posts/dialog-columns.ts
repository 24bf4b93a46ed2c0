import { sql } from '@guidepost/postgres';

const FACTS = sql.part`d.id, d.topic, d.title, d.num_comments, d.num_votes, d.popularity, d.state, d.archived, d.poster_id,
  d.author_name, d.work_title,
  to_char(d.pub_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as pub_date,
  to_char(d.last_activity at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as last_activity`;

/** Columns of `DialogRow`, for rows aliased `d`. */
export const DIALOG_COLUMNS = sql.part`${FACTS}, d.text_html`;

/** For lists: the text only where `fits` is true. */
export const LISTED_DIALOG_COLUMNS = sql.part`${FACTS}, case when d.fits then d.text_html end as text_html`;

/** For search results: with the text that an excerpt is cut from. */
export const FOUND_DIALOG_COLUMNS = sql.part`d.id, d.topic, d.title, d.text, d.markdown, d.state, d.pub_date, d.num_comments,
  d.num_votes`;

/** For links to dialogs. */
export const DIALOG_TITLE_COLUMNS = sql.part`d.id, d.title`;
