/** A piece of JSON text, for colours. */
export interface JsonToken {
  kind: 'name' | 'string' | 'literal' | 'plain';
  text: string;
}

const TOKEN = /("(?:[^"\\]|\\.)*")(?=(\s*:)?)|\b(?:true|false|null)\b|-?\b\d[\d.eE+-]*\b/g;

/** A value as indented JSON, in pieces that add up to it. */
export function jsonTokens(value: unknown): JsonToken[] {
  const text = JSON.stringify(value, null, 2);
  const tokens: JsonToken[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > end) tokens.push({ kind: 'plain', text: text.slice(end, match.index) });
    tokens.push({ kind: kindOf(match), text: match[0] });
    end = match.index + match[0].length;
  }
  return [...tokens, { kind: 'plain', text: text.slice(end) }];
}

function kindOf([, string, colon]: RegExpMatchArray): JsonToken['kind'] {
  if (string === undefined) return 'literal';
  return colon === undefined ? 'string' : 'name';
}
