/** Tags that stand for blocks, also where they are written within a line. */
export const BLOCKS = ['quote', 'details', 'spoiler', 'poll', 'wrap', 'code'] as const;
export type Block = (typeof BLOCKS)[number];

export interface BlockTag {
  block: Block;
  isEnd: boolean;
  /** The text behind the name: `="anna, post:3, topic:12"`, ` type=multiple`. */
  rest: string;
}

const TAG = /\[(\/?)(quote|details|spoiler|poll|wrap|code)((?:[ =][^[\]]{0,500})?)\]/gi;

/** A line as its block tags and the texts between them; those in code are text. */
export function partsOfLine(line: string): (string | BlockTag)[] {
  const parts: (string | BlockTag)[] = [];
  let position = 0;
  for (const { 0: written, 1: slash, 2: name = '', 3: rest = '', index } of line.matchAll(TAG)) {
    if (line[index - 1] === '`' || line[index - 1] === '\\') continue;
    if (index > position) parts.push(line.slice(position, index));
    parts.push({ block: name.toLowerCase() as Block, isEnd: slash === '/', rest });
    position = index + written.length;
  }
  if (position < line.length || parts.length === 0) parts.push(line.slice(position));
  return parts;
}

export interface QuoteSource {
  /** As it is written: a name or a username. */
  who: string;
  username: string | undefined;
  post: number | undefined;
  topic: number | undefined;
}

/** Who and what `[quote="Anna, post:3, topic:12, username:anna"]` quotes. */
export function quoteSource(rest: string): QuoteSource {
  const [who = '', ...properties] = unquoted(rest).split(',');
  const property = (name: string) =>
    properties
      .map((one) => one.trim())
      .find((one) => one.startsWith(`${name}:`))
      ?.slice(name.length + 1);
  return {
    who: who.trim(),
    username: property('username'),
    post: numberOf(property('post')),
    topic: numberOf(property('topic')),
  };
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}

/** The title behind `=`, without the quotation marks that browsers and keyboards make of `"`. */
export function unquoted(rest: string): string {
  return rest
    .replace(/^[ =]+/, '')
    .replaceAll(/["“”„]|&quot;/g, '')
    .trim();
}

/** The name of a poll; one without is called `poll`. */
export function pollName(rest: string): string {
  const [, name = 'poll'] = /\bname=["“]?([\w-]{1,100})/.exec(rest) ?? [];
  return name;
}
