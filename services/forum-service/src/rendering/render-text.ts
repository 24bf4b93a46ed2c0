import { type KindOf, kindByEnding } from '../files/embedding.ts';
import { embed, findLinks, limitEmbeds } from './embed.ts';
import { escapeHtml } from './escape.ts';

/** Increment with every change to the HTML of posts; stored HTML is then rendered again. */
export const RENDERER = 3;

const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/;

/**
 * Renders a plain text as safe HTML: lines become paragraphs and `<br>`, links become embed code (at most 20 images or
 * players), everything else is escaped.
 * @param kindOf decides how to embed a link
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
