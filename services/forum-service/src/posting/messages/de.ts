import type { Messages } from '../complaint.ts';

export const DE: Messages = {
  required: 'Bitte füllen Sie dieses Feld aus.',
  text: 'Hier muss Text stehen.',
  'too-long': 'Hier sind höchstens {maximum} Zeichen möglich.',
  'one-line': 'Hier ist nur eine Zeile möglich.',
  'control-characters': 'Hier stehen Zeichen, die sich nicht darstellen lassen.',
  email: 'Bitte geben Sie eine E-Mail-Adresse wie name@example.com an.',
  topic: 'Bitte wählen Sie eines der Themen dieses Forums.',
  flag: 'Bitte antworten Sie mit Ja oder Nein (true oder false).',
  integer: 'Bitte geben Sie eine ganze Zahl bis höchstens {maximum} an.',
  'too-many-tags': 'Es sind höchstens {maximum} Schlagwörter möglich.',
  'long-tag': 'Ein Schlagwort kann höchstens {maximum} Zeichen haben.',
  unknown: 'Dieses Feld gibt es in diesem Forum nicht.',
  key: 'Ein Schlüssel kann nicht als Feld gesendet werden.',
  file: 'Bitte wählen Sie eine Datei, die nicht leer ist.',
  'file-type':
    'Eine solche Datei wird nicht angenommen, wohl aber Bilder, Ton, Video, PDF, Office-Dokumente, Text, CSV und ZIP.',
};
