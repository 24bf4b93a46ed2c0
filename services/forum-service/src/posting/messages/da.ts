import type { Messages } from '../complaint.ts';

/** A draft: nobody who speaks the language has read it yet. */
export const DA: Messages = {
  required: 'Udfyld dette felt.',
  text: 'Her skal der stå tekst.',
  'too-long': 'Her kan højst være {maximum} tegn.',
  'one-line': 'Teksten skal stå på én linje.',
  'control-characters': 'Her er tegn, som ikke kan vises.',
  email: 'Angiv en e-mailadresse, for eksempel navn@example.com.',
  topic: 'Vælg et af forummets emner.',
  flag: 'Svar ja eller nej (true eller false).',
  integer: 'Angiv et helt tal på højst {maximum}.',
  'too-many-tags': 'Der kan højst være {maximum} tags.',
  'long-tag': 'Et tag kan højst have {maximum} tegn.',
  unknown: 'Dette felt findes ikke i dette forum.',
  key: 'En nøgle kan ikke sendes som et felt.',
  file: 'Vælg en fil, der ikke er tom.',
  'file-type':
    'Sådan en fil kan ikke modtages, men det kan billeder, lyd, video, PDF, kontordokumenter, tekst, CSV (UTF-8) og ZIP.',
  'file-macros': 'Dokumenter med makroer kan ikke modtages. Gem en kopi uden makroer, og send den i stedet.',
  duplicate: 'Dette er allerede sendt.',
  voted: 'Du har allerede stemt med denne e-mailadresse.',
  throttled: 'Der er sendt for meget herfra på kort tid. Prøv igen om et minut.',
  refused: 'Dette kan ikke sendes hertil.',
  gone: 'Det, som dette handlede om, findes ikke længere.',
  unavailable: 'Forummet kan ikke tage imod dette lige nu. Prøv igen om lidt.',
  failed: 'Noget gik galt hos os. Prøv igen om lidt.',
  unreadable: 'Det, der blev sendt, kunne ikke læses.',
  'too-large': 'Dette er mere tekst, end der kan sendes på én gang.',
  address: 'Formularen fører til en adresse, som ikke er tilladt.',
};
