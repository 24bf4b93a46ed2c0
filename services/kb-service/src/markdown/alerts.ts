import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { type Callout, calloutOf, closeCallout, openCallout } from './callouts.ts';

/** `[!NOTE]` of GitHub; `[!note]- Title` of Obsidian, where `-` folds it. */
const MARKER = /^\[!([a-z-]{1,40})(?:\|[^\]\n]{0,100})?\]([+-]?)(?:[ \t]+([^\n]*))?(?:\n|$)/i;

/** A quotation that begins with `[!NOTE]` or the like becomes a callout. */
export function addAlerts(markdown: MarkdownIt): void {
  markdown.core.ruler.after('block', 'alerts', (state) => {
    if (!state.src.includes('[!')) return;
    const alerts: (Callout | undefined)[] = [];
    const { tokens } = state;
    state.tokens = [];
    for (const [index, token] of tokens.entries()) {
      const create = tokensFor(state, token);
      if (token.type === 'blockquote_open') {
        const alert = takeMarker(tokens.slice(index + 1, index + 4), state.env.language);
        alerts.push(alert);
        if (alert) openCallout(create, alert);
        else state.tokens.push(token);
      } else if (token.type === 'blockquote_close') {
        const alert = alerts.pop();
        if (alert) closeCallout(create, alert);
        else state.tokens.push(token);
      } else state.tokens.push(token);
    }
  });
}

function tokensFor(state: StateCore, { level, map }: Token) {
  return (type: string, nesting: -1 | 0 | 1) => {
    const token = new state.Token(type, '', nesting);
    Object.assign(token, { level, map });
    state.tokens.push(token);
    return token;
  };
}

function takeMarker([opening, text, closing]: Token[], language: unknown): Callout | undefined {
  if (text?.type !== 'inline') return undefined;
  const [marker, name = '', fold, title] = MARKER.exec(text.content) ?? [];
  const alert = marker === undefined ? undefined : calloutOf(name, title?.trim() || undefined, language);
  if (marker === undefined || !alert) return undefined;
  if (fold) alert.fold = fold === '-' ? 'closed' : 'open';
  text.content = text.content.slice(marker.length);
  // The marker may be the whole paragraph.
  if (text.content === '') for (const part of [opening, closing]) if (part) part.hidden = true;
  return alert;
}
