export interface MediaRange {
  /** Lower-case, e.g. `text/html`; may be a wildcard. */
  readonly type: string;
  /** Lower-case names and unquoted values, without the weight (RFC 9110 §12.5.1). */
  readonly parameters: ReadonlyMap<string, string>;
  /** 0…1; 1 if missing or invalid. */
  readonly weight: number;
}

const TYPE = /^[^\s/;,"]+\/[^\s/;,"]+$/;
const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** Parses an `Accept` (RFC 9110 §12.5.1) or `Content-Type` header in linear time (S18). Invalid members are skipped. */
export function parseMediaRanges(header: string): MediaRange[] {
  return splitOutsideQuotes(header, ',').flatMap((member) => {
    const [type = '', ...parameters] = splitOutsideQuotes(member, ';');
    return TYPE.test(type) ? [mediaRange(type, parameters)] : [];
  });
}

function mediaRange(type: string, members: string[]): MediaRange {
  const parameters = new Map<string, string>();
  for (const member of members) {
    const equals = member.indexOf('=');
    const name = (equals === -1 ? member : member.slice(0, equals)).trim().toLowerCase();
    const value = equals === -1 ? '' : unquote(member.slice(equals + 1).trim());
    if (name !== '' && !parameters.has(name)) {
      parameters.set(name, value);
    }
  }
  const weight = parameters.get('q') ?? '1';
  parameters.delete('q');
  return { type: type.toLowerCase(), parameters, weight: WEIGHT.test(weight) ? Number(weight) : 1 };
}

/** The trimmed parts between separators; quoted strings stay whole. */
function splitOutsideQuotes(text: string, separator: ',' | ';'): string[] {
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  for (let position = 0; position < text.length; position += 1) {
    const character = text[position];
    if (character === '\\' && quoted) {
      position += 1;
    } else if (character === '"') {
      quoted = !quoted;
    } else if (character === separator && !quoted) {
      parts.push(text.slice(start, position).trim());
      start = position + 1;
    }
  }
  parts.push(text.slice(start).trim());
  return parts;
}

function unquote(value: string): string {
  return value.length > 1 && value.startsWith('"') && value.endsWith('"')
    ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1')
    : value;
}
