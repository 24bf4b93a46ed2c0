import type { Messages } from '../complaint.ts';

/** A draft: nobody who speaks the language has read it yet. */
export const NB: Messages = {
  required: 'Fyll ut dette feltet.',
  text: 'Her må det stå tekst.',
  'too-long': 'Her kan det være høyst {maximum} tegn.',
  'one-line': 'Teksten må stå på én linje.',
  'control-characters': 'Her er det tegn som ikke kan vises.',
  email: 'Oppgi en e-postadresse, for eksempel navn@example.com.',
  topic: 'Velg et av emnene i dette forumet.',
  flag: 'Svar ja eller nei (true eller false).',
  integer: 'Oppgi et heltall på høyst {maximum}.',
  'too-many-tags': 'Det kan være høyst {maximum} tagger.',
  'long-tag': 'En tagg kan ha høyst {maximum} tegn.',
  unknown: 'Dette feltet finnes ikke i dette forumet.',
  key: 'En nøkkel kan ikke sendes som et felt.',
  file: 'Velg en fil som ikke er tom.',
  'file-type':
    'En slik fil kan ikke tas imot, men det kan bilder, lyd, video, PDF, kontordokumenter, tekst, CSV (UTF-8) og ZIP.',
  'file-macros':
    'Dokumenter med makroer kan ikke tas imot. Lagre en kopi uten makroer, og send den i stedet.',
  duplicate: 'Dette er allerede sendt.',
  voted: 'Du har allerede stemt med denne e-postadressen.',
  throttled: 'Det er sendt for mye herfra på kort tid. Prøv igjen om et minutt.',
  refused: 'Dette kan ikke sendes hit.',
  gone: 'Det som dette gjaldt, finnes ikke lenger.',
  unavailable: 'Forumet kan ikke ta imot dette akkurat nå. Prøv igjen om litt.',
  failed: 'Noe gikk galt hos oss. Prøv igjen om litt.',
  unreadable: 'Det som ble sendt, kunne ikke leses.',
  'too-large': 'Dette er mer tekst enn det går an å sende på én gang.',
  address: 'Skjemaet fører til en adresse som ikke er tillatt.',
};
