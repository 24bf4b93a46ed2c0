import type { DeskCatalogue } from '../en.ts';

/** Why something was refused, in Italian. */
export const PROBLEMS: DeskCatalogue['problems'] = {
  signedOut: 'La sessione è terminata. Accedi di nuovo.',
  roleForbids: 'Il tuo ruolo non lo consente.',
  changedMeanwhile: 'Nel frattempo qualcosa è cambiato. Ricarica la pagina e riprova.',
  tooLarge: 'È troppo grande.',
  tooSlow: 'La connessione era troppo lenta. Riprova.',
  unclear: 'Non è stato possibile capire la richiesta. Ricarica la pagina e riprova.',
  otherSite: 'Questa richiesta veniva da un altro sito ed è stata rifiutata.',
  noSecureAddress: 'Imposta DESK_URL sull’indirizzo https a cui si apre la redazione.',
  lastOwner: 'È l’ultimo proprietario. Nomina prima proprietario qualcun altro.',
  alreadyMember: '{email} fa già parte del team o è già stato invitato.',
  otherTeams: '{email} fa parte anche di altri team. Chiedi un nuovo link a chi gestisce il server.',
  otherPerson: 'Questo invito è per {email}. Esci e apri di nuovo il link.',
  wayClosed: 'Questo modo di accedere è disattivato.',
  signInFailed: 'L’accesso non è riuscito. Ricomincia.',
  notInvited: '{email} non è stato invitato. Maiuscole e minuscole contano.',
  noAddress: 'L’account della tua organizzazione non ha un indirizzo e-mail utilizzabile.',
  addressNotVerified: 'La tua organizzazione non ha verificato l’indirizzo {email}.',
  otherAccount: '{email} accede con un altro account della tua organizzazione.',
  emailAddress: 'Inserisci un indirizzo e-mail come anna@example.com.',
  passwordTooShort: 'Una password deve avere almeno {limit} caratteri.',
  passwordTooLong: 'Una password può avere al massimo {limit} caratteri.',
  passwordTooCommon:
    'Molte persone usano questa password, che viene quindi indovinata per prima. Scegline un’altra.',
  notYourPassword: 'Questa non è la tua password attuale.',
  nameLength: 'Un nome deve avere da 1 a {limit} caratteri.',
  keyNameTaken: 'Esiste già una chiave con questo nome.',
  neverPublished: 'Mai pubblicate: {guides}. Non è stato modificato nulla.',
  draftOfOther: 'Solo {name} e i redattori possono scartare questa bozza.',
  noSuchChoice: 'Questa scelta non esiste. Ricarica la pagina e riprova.',
  tooManyTags: 'Una discussione può avere al massimo {limit} etichette.',
  topicNotOffered: 'Il forum non ha più questo argomento. Scegline un altro.',
  dialogDeletedToo: 'Anche la discussione di questo commento è stata eliminata. Ripristinala prima.',
  answeredMeanwhile:
    'Nel frattempo {name} ha risposto. La tua risposta è ancora nel modulo: pubblicala se serve ancora.',
  fieldTaken: 'Esiste già un campo con questo nome.',
  fieldNameRule:
    'Il nome deve avere da 1 a 63 caratteri (da a a z, cifre e «_»), iniziare con una lettera e non essere quello di un campo standard.',
  fieldMaximumRule: 'Il massimo deve essere un numero intero positivo.',
  storageFull:
    'Lo spazio di archiviazione del tuo account è pieno: i suoi file possono occupare {limit} MB in tutto.',
  movedAway: '{name} è stato trasferito su un altro server.',
};
