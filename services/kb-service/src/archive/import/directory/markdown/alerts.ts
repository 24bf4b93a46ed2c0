import type { MarkdownIt, Token } from 'markdown-it';

const MARKER = /^\[!([a-z]+)\][ \t]*(?:\n|$)/i;

const KINDS = ['note', 'tip', 'important', 'warning', 'caution'] as const;

/** The kinds of alerts that GitHub has; they are classes of notes here. */
type AlertKind = (typeof KINDS)[number];

/** By language as ISO 639-1 has it, in the order of the kinds. */
const TITLES: Readonly<Record<string, readonly string[]>> = {
  da: ['Bemærk', 'Tip', 'Vigtigt', 'Advarsel', 'Forsigtig'],
  de: ['Hinweis', 'Tipp', 'Wichtig', 'Warnung', 'Vorsicht'],
  en: ['Note', 'Tip', 'Important', 'Warning', 'Caution'],
  es: ['Nota', 'Sugerencia', 'Importante', 'Advertencia', 'Precaución'],
  fi: ['Huomautus', 'Vihje', 'Tärkeää', 'Varoitus', 'Varo'],
  fr: ['Remarque', 'Conseil', 'Important', 'Avertissement', 'Attention'],
  it: ['Nota', 'Suggerimento', 'Importante', 'Avviso', 'Attenzione'],
  nb: ['Merk', 'Tips', 'Viktig', 'Advarsel', 'Forsiktig'],
  nl: ['Opmerking', 'Tip', 'Belangrijk', 'Waarschuwing', 'Let op'],
  pl: ['Uwaga', 'Wskazówka', 'Ważne', 'Ostrzeżenie', 'Przestroga'],
  pt: ['Nota', 'Dica', 'Importante', 'Aviso', 'Cuidado'],
  sv: ['Obs!', 'Tips', 'Viktigt', 'Varning', 'Var försiktig'],
};

/** GitHub's alerts: a quotation that begins with a line `[!NOTE]` or its like becomes a note with a title. */
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

/** @returns whether it is one */
function makeAlert([quotation, opening, text, closing]: Token[], language: string): boolean {
  if (!quotation || text?.type !== 'inline') return false;
  const [marker, name = ''] = MARKER.exec(text.content) ?? [];
  const kind = name.toLowerCase();
  if (marker === undefined || !isAlertKind(kind)) return false;
  quotation.type = 'alert_open';
  quotation.meta = { kind, title: alertTitle(kind, language) };
  text.content = text.content.slice(marker.length);
  // The marker may have been all of its paragraph.
  if (text.content === '') for (const part of [opening, closing]) if (part) part.hidden = true;
  return true;
}

function isAlertKind(name: string): name is AlertKind {
  return (KINDS as readonly string[]).includes(name);
}

/** What an alert is headed by in a language; in English where we do not have it. */
function alertTitle(kind: AlertKind, language: string): string {
  const titles = (Object.hasOwn(TITLES, language) && TITLES[language]) || TITLES.en;
  return titles?.[KINDS.indexOf(kind)] ?? kind;
}
