import type { Notation } from './notation.ts';

/** Answers as JSON: a list is an array. */
export const JSON_NOTATION: Notation = {
  mediaType: 'application/json; charset=utf-8',
  whole: (content) => JSON.stringify(content),
  begin: '[',
  between: ',',
  end: ']',
  item: (record) => JSON.stringify(record),
};
