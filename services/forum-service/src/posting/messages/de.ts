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
    'Eine solche Datei wird nicht angenommen, wohl aber Bilder, Ton, Video, PDF, Office-Dokumente, Text, CSV (UTF-8) und ZIP.',
  'file-macros':
    'Dokumente mit Makros werden nicht angenommen. Bitte speichern Sie eine Kopie ohne Makros und senden Sie diese.',
  duplicate: 'Das wurde bereits gesendet.',
  voted: 'Mit dieser E-Mail-Adresse wurde bereits abgestimmt.',
  throttled:
    'Von hier wurde in kurzer Zeit zu viel gesendet. Bitte versuchen Sie es in einer Minute noch einmal.',
  refused: 'Das kann hier nicht veröffentlicht werden.',
  gone: 'Das, worauf es sich bezieht, gibt es nicht mehr.',
  unavailable: 'Das Forum kann das gerade nicht annehmen. Bitte versuchen Sie es etwas später noch einmal.',
  failed: 'Bei uns ist etwas schiefgegangen. Bitte versuchen Sie es etwas später noch einmal.',
  unreadable: 'Das Gesendete ließ sich nicht lesen.',
  'too-large': 'Das ist mehr Text, als sich auf einmal senden lässt.',
  address: 'Dieses Formular führt zu einer Adresse, die nicht erlaubt ist.',
};
