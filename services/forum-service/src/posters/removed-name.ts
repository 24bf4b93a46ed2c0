/** By ISO 639-1. All but English, Swedish and German are drafts. */
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

/** The name shown for an erased author, in the forum's language or else in English. */
export function removedName(language: string): string {
  return NAMES[language] ?? 'removed';
}
