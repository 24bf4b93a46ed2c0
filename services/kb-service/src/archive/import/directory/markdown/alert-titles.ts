const KINDS = ['note', 'tip', 'important', 'warning', 'caution'] as const;

/** The kinds of alerts that GitHub has; they are classes of notes here. */
export type AlertKind = (typeof KINDS)[number];

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

export function isAlertKind(name: string): name is AlertKind {
  return (KINDS as readonly string[]).includes(name);
}

/** What an alert is headed by in a language; in English where we do not have it. */
export function alertTitle(kind: AlertKind, language: string): string {
  const titles = (Object.hasOwn(TITLES, language) && TITLES[language]) || TITLES.en;
  return titles?.[KINDS.indexOf(kind)] ?? kind;
}
