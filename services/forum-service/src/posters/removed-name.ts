/** By ISO 639-1. All but those in English, Swedish and German are drafts. */
const NAMES: Readonly<Record<string, string>> = {
  en: 'removed',
  sv: 'borttagen',
  de: 'entfernt',
  da: 'fjernet',
  es: 'eliminado',
  fi: 'poistettu',
  fr: 'supprimé',
  it: 'rimosso',
  nb: 'fjernet',
  nl: 'verwijderd',
  pl: 'usunięto',
  pt: 'removido',
};

/** What whoever was erased is called in a forum's language; in English where there is no word in that language. */
export function removedName(language: string): string {
  return NAMES[language] ?? 'removed';
}
