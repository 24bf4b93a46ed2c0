import type { Messages } from '../complaint.ts';

export const SV: Messages = {
  required: 'Fyll i det här fältet.',
  text: 'Det här måste vara text.',
  'too-long': 'Det här får ha högst {maximum} tecken.',
  'one-line': 'Det här måste stå på en enda rad.',
  'control-characters': 'Det här innehåller tecken som inte kan visas.',
  email: 'Ange en e-postadress, till exempel namn@example.com.',
  topic: 'Välj ett av forumets ämnen.',
  flag: 'Svara ja eller nej (true eller false).',
  integer: 'Ange ett heltal som är högst {maximum}.',
  'too-many-tags': 'Det får vara högst {maximum} taggar.',
  'long-tag': 'En tagg får ha högst {maximum} tecken.',
  unknown: 'Det finns inget sådant fält i det här forumet.',
  key: 'En nyckel kan inte skickas som ett fält.',
  file: 'Välj en fil som inte är tom.',
  'file-type':
    'En sådan fil kan inte tas emot, men bilder, ljud, video, PDF, kontorsdokument, text, CSV (UTF-8) och ZIP.',
  'file-macros':
    'Dokument med makron kan inte tas emot. Spara en kopia utan makron och skicka den i stället.',
  duplicate: 'Det här har redan skickats.',
  voted: 'Du har redan röstat med den här e-postadressen.',
  throttled: 'Det har kommit för mycket härifrån på kort tid. Försök igen om en minut.',
  refused: 'Det här går inte att skicka hit.',
  gone: 'Det som det här gällde finns inte längre kvar.',
  unavailable: 'Forumet kan inte ta emot det här just nu. Försök igen om en stund.',
  failed: 'Något gick fel hos oss. Försök igen om en stund.',
  unreadable: 'Det som skickades gick inte att läsa.',
  'too-large': 'Det här är mer text än vad som går att skicka på en gång.',
  address: 'Formuläret leder till en adress som inte är tillåten.',
};
