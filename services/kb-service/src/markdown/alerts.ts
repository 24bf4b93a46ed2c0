import { type Catalogue, catalogueOf } from '@guidepost/i18n';
import type { MarkdownIt, Token } from 'markdown-it';

type AlertKind = keyof Catalogue['alerts'];

const MARKER = /^\[!([a-z]+)\][ \t]*(?:\n|$)/i;

/** GitHub alerts: a quotation that begins with `[!NOTE]` or the like becomes a note with a title. */
export function addAlerts(markdown: MarkdownIt): void {
  markdown.core.ruler.after('block', 'alerts', ({ tokens, env }) => {
    const alerts: boolean[] = [];
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'blockquote_open')
        alerts.push(makeAlert(tokens.slice(index, index + 4), String(env.language)));
      if (token.type === 'blockquote_close' && alerts.pop()) token.tag = 'div';
    }
  });
  markdown.renderer.rules.alert_open = (tokens, index) => {
    const { kind, title } = tokens[index]?.meta ?? {};
    return `<div class="${kind}">\n<p><strong>${title}</strong></p>\n`;
  };
}

function makeAlert([quotation, opening, text, closing]: Token[], language: string): boolean {
  if (!quotation || text?.type !== 'inline') return false;
  const [marker, name = ''] = MARKER.exec(text.content) ?? [];
  const kind = name.toLowerCase();
  const titles = catalogueOf(language).alerts;
  if (marker === undefined || !Object.hasOwn(titles, kind)) return false;
  quotation.type = 'alert_open';
  quotation.meta = { kind, title: titles[kind as AlertKind] };
  text.content = text.content.slice(marker.length);
  // The marker may be the whole paragraph.
  if (text.content === '') for (const part of [opening, closing]) if (part) part.hidden = true;
  return true;
}
