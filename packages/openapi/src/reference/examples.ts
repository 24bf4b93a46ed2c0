import type { MediaType, OperationParameter, RequestBody, Response } from '../document.ts';
import type { ReferenceOptions } from './reference-options.ts';

interface Request {
  path: string;
  method: string;
  parameters: OperationParameter[];
  body: RequestBody | undefined;
  success: Response | undefined;
  /** Whether it needs an access key. */
  keyed: boolean;
}

/** A curl command that works as it stands: path parameters and a required body come from examples. */
export function curlLine(
  { path, method, parameters, body, success, keyed }: Request,
  { origin, accept }: Pick<ReferenceOptions, 'origin' | 'accept'>,
): string {
  const examples = new Map(parameters.map(({ name, example }) => [name, String(example ?? name)]));
  const filled = path.replace(/\{([^}]*)\}/g, (_, name) => examples.get(name) ?? name);
  const words = [
    ...(method === 'GET' ? [] : ['-X', method]),
    ...(accept !== undefined && success?.content?.[accept] ? ['-H', quote(`Accept: ${accept}`)] : []),
    ...(keyed ? ['-H', '"Authorization: Bearer $KEY"'] : []),
    ...bodyWords('application/json', body),
    ...(accept === undefined ? [] : bodyWords(accept, body)),
    ...formWords(body?.content['multipart/form-data']),
  ];
  return ['curl', ...words, `"$${origin.variable}${filled}"`].join(' ');
}

function bodyWords(type: string, body: RequestBody | undefined): string[] {
  const [example] = Object.values(body?.content[type]?.examples ?? {});
  if (!example) return [];
  return ['-H', quote(`Content-Type: ${type}`), '-d', quote(JSON.stringify(example.value))];
}

/** Values that begin with `@` name files. */
function formWords(form: MediaType | undefined): string[] {
  const [example] = Object.values(form?.examples ?? {});
  return Object.entries(example?.value ?? {}).flatMap(([name, value]) => ['-F', quote(`${name}=${value}`)]);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

export interface JsonToken {
  kind: 'name' | 'string' | 'literal' | 'plain';
  text: string;
}

const TOKEN = /("(?:[^"\\]|\\.)*")(?=(\s*:)?)|\b(?:true|false|null)\b|-?\b\d[\d.eE+-]*\b/g;

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
