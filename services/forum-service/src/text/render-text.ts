import { type KindOf, kindByEnding } from '../model/media-kind.ts';
import { embed } from './embed.ts';
import { escapeHtml } from './escape-html.ts';
import { findLinks } from './find-links.ts';

/** Raised with each change to what `renderText` makes of a text: stored renderings are then made anew. */
export const RENDERER = 2;

/** Of one text; further images and players are links. */
const MOST_EMBEDS = 20;

const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/;

/**
 * The text of a post as HTML, safe wherever it is pasted: lines become paragraphs and `<br>`, links become embed code
 * (at most 20 of them images or players), everything else is escaped.
 *
 * @param kindOf what to make of a link
 */
export function renderText(source: string, kindOf: KindOf = kindByEnding): string {
  const paragraphs: string[][] = [];
  const kindOfNext = limitEmbeds(kindOf);
  let isNew = true;
  for (const line of source.split(LINE_BREAK)) {
    const rendered = renderLine(line.trim(), kindOfNext);
    if (rendered === '') isNew = true;
    else if (isNew) {
      paragraphs.push([rendered]);
      isNew = false;
    } else paragraphs.at(-1)?.push(rendered);
  }
  return paragraphs.map((lines) => `<p>${lines.join('<br>')}</p>`).join('');
}

function limitEmbeds(kindOf: KindOf): KindOf {
  let left = MOST_EMBEDS;
  return (address) => {
    const kind = kindOf(address);
    if (kind !== 'other') left -= 1;
    return left < 0 ? 'other' : kind;
  };
}

function renderLine(line: string, kindOf: KindOf): string {
  const pieces: string[] = [];
  let position = 0;
  for (const { start, end, address } of findLinks(line)) {
    const written = line.slice(start, end);
    pieces.push(escapeHtml(line.slice(position, start)), embed({ address, written, kind: kindOf(address) }));
    position = end;
  }
  return pieces.join('') + escapeHtml(line.slice(position));
}
