import type { Notation } from './notation.ts';

export const JSON_NOTATION: Notation = {
  mediaType: 'application/json; charset=utf-8',
  whole: (content) => JSON.stringify(content),
  begin: '[',
  between: ',',
  end: ']',
  item: (record) => JSON.stringify(record),
};
