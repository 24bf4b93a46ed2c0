import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { type Callout, calloutOf, calloutOfSite, closeCallout, openCallout } from './callouts.ts';

/** `[!NOTE]` of GitHub; `[!note]- Title` of Obsidian, where `-` folds it. */
const MARKER = /^\[!([a-z-]{1,40})(?:\|[^\]\n]{0,100})?\]([+-]?)(?:[ \t\u00a0]+([^\n]*))?(?:\n|$)/i;

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
        const alert = takeMarker(tokens.slice(index + 1, index + 4), state.env);
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

function takeMarker([opening, text, closing]: Token[], env: StateCore['env']): Callout | undefined {
  if (text?.type !== 'inline') return undefined;
  const [marker, name = '', fold, title] = MARKER.exec(text.content) ?? [];
  if (marker === undefined) return undefined;
  const said = title?.trim() || undefined;
  const alert =
    calloutOf(name, said, env.language) ??
    (env.notation ? calloutOfSite(name.toLowerCase(), said) : undefined);
  if (!alert) return undefined;
  if (fold) alert.fold = fold === '-' ? 'closed' : 'open';
  text.content = text.content.slice(marker.length);
  // The marker may be the whole paragraph.
  if (text.content === '') for (const part of [opening, closing]) if (part) part.hidden = true;
  return alert;
}
