import type { Messages } from '../complaint.ts';

/** A draft: nobody who speaks the language has read it yet. */
export const IT: Messages = {
  required: 'Compili questo campo.',
  text: 'Qui deve esserci del testo.',
  'too-long': 'Al massimo {maximum} caratteri.',
  'one-line': 'Il testo deve stare su una sola riga.',
  'control-characters': 'Ci sono caratteri che non possono essere mostrati.',
  email: 'Inserisca un indirizzo e-mail, per esempio nome@example.com.',
  topic: 'Scelga uno degli argomenti di questo forum.',
  flag: 'Risponda sì o no (true o false).',
  integer: 'Inserisca un numero intero, al massimo {maximum}.',
  'too-many-tags': 'Al massimo {maximum} etichette.',
  'long-tag': 'Un’etichetta ha al massimo {maximum} caratteri.',
  unknown: 'Questo campo non esiste in questo forum.',
  key: 'Una chiave non può essere inviata in un campo.',
  file: 'Scegliere un solo file che non sia vuoto.',
  'file-type':
    'Questo file non può essere accettato; si accettano immagini, audio, video, PDF, documenti da ufficio, testo, CSV (UTF-8) e ZIP.',
  'file-macros':
    'I documenti con macro non possono essere accettati. Salvare una copia senza macro e inviare quella.',
  duplicate: 'Questo è già stato inviato.',
  voted: 'Con questo indirizzo e-mail è già stato espresso un voto.',
  throttled: 'Da qui è stato inviato troppo in poco tempo. Riprovi tra un minuto.',
  refused: 'Questo non può essere pubblicato qui.',
  gone: 'Ciò a cui si riferiva non esiste più.',
  unavailable: 'Al momento il forum non può ricevere questo. Riprovi un po’ più tardi.',
  failed: 'Qualcosa è andato storto da parte nostra. Riprovi un po’ più tardi.',
  unreadable: 'Non è stato possibile leggere ciò che è stato inviato.',
  'too-large': 'È più testo di quanto se ne possa inviare in una volta.',
  address: 'Questo modulo porta a un indirizzo che non è consentito.',
};
