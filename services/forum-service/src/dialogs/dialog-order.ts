import type { Parameter, ParameterValues } from '@guidepost/http';

/** What dialogs can be sorted by, and the column that has an index for it. */
const COLUMNS: Readonly<Record<string, string>> = {
  pub_date: 'pub_date',
  popularity: 'popularity',
  last_activity: 'last_activity',
  num_votes: 'num_votes',
  num_comments: 'num_comments',
  title: 'title_start',
  text: 'text_start',
  topic: 'topic',
  user__first_name: 'author_name',
  id: 'id',
  user__id: 'poster_id',
};

const WORDS = Object.keys(COLUMNS).flatMap((name) => [name, `-${name}`]);

/** An order for statements. */
export interface Order {
  /** The column to read besides the id. */
  column: string;
  /** What comes behind `order by`; ties by id in the same direction. */
  sql: string;
}

export const SORT: Parameter = {
  name: 'sort',
  description:
    'The field to sort by, with `-` in front in descending order. Ties are in the order of their ids.',
  schema: { type: 'string', enum: WORDS, default: '-pub_date' },
  example: '-num_votes',
};

export const NEWEST_FIRST = orderBy('-pub_date');
export const POPULAR_FIRST = orderBy('-popularity');

/** The order that was asked for. */
export function orderOf(parameters: ParameterValues): Order {
  const word = parameters.text('sort');
  return word === undefined ? NEWEST_FIRST : orderBy(word);
}

function orderBy(word: string): Order {
  const descending = word.startsWith('-');
  const column = COLUMNS[descending ? word.slice(1) : word] ?? 'pub_date';
  const direction = descending ? ' desc' : '';
  return { column, sql: column === 'id' ? `id${direction}` : `${column}${direction}, id${direction}` };
}
