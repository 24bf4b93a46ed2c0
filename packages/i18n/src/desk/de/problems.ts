import type { DeskCatalogue } from '../en.ts';

/** Why something was refused, in German. */
export const PROBLEMS: DeskCatalogue['problems'] = {
  signedOut: 'Sie wurden abgemeldet. Bitte melden Sie sich erneut an.',
  roleForbids: 'Ihre Rolle erlaubt das nicht.',
  changedMeanwhile:
    'Inzwischen hat sich etwas geändert. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
  tooLarge: 'Das ist zu groß.',
  tooSlow: 'Die Verbindung war zu langsam. Bitte versuchen Sie es noch einmal.',
  unclear: 'Die Anfrage war nicht verständlich. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
  otherSite: 'Diese Anfrage kam von einer anderen Website und wurde abgelehnt.',
  noSecureAddress: 'Setzen Sie DESK_URL auf die https-Adresse, unter der die Redaktion geöffnet wird.',
  lastOwner: 'Das ist der letzte Inhaber. Machen Sie zuerst jemand anderen zum Inhaber.',
  alreadyMember: '{email} gehört schon zum Team oder wurde schon eingeladen.',
  otherTeams: '{email} gehört auch zu anderen Teams. Bitten Sie den Betreiber um einen neuen Link.',
  otherPerson: 'Diese Einladung gilt für {email}. Melden Sie sich ab und öffnen Sie den Link noch einmal.',
  wayClosed: 'Diese Art der Anmeldung ist abgeschaltet.',
  signInFailed: 'Die Anmeldung ist fehlgeschlagen. Bitte beginnen Sie von vorn.',
  notInvited: '{email} wurde nicht eingeladen. Groß- und Kleinschreibung werden unterschieden.',
  noAddress: 'Das Konto Ihrer Organisation hat keine E-Mail-Adresse, die verwendet werden kann.',
  addressNotVerified: 'Ihre Organisation hat die Adresse {email} nicht bestätigt.',
  otherAccount: '{email} meldet sich mit einem anderen Konto Ihrer Organisation an.',
  emailAddress: 'Geben Sie eine E-Mail-Adresse wie anna@example.com ein.',
  passwordTooShort: 'Ein Passwort braucht mindestens {limit} Zeichen.',
  passwordTooLong: 'Ein Passwort darf höchstens {limit} Zeichen haben.',
  passwordTooCommon:
    'Viele verwenden dieses Passwort, deshalb wird es zuerst erraten. Wählen Sie ein anderes.',
  notYourPassword: 'Das ist nicht Ihr aktuelles Passwort.',
  nameLength: 'Ein Name muss 1 bis {limit} Zeichen haben.',
  keyNameTaken: 'Es gibt schon einen Schlüssel mit diesem Namen.',
  neverPublished: 'Noch nie veröffentlicht: {guides}. Nichts wurde geändert.',
  draftOfOther: 'Nur {name} und Redakteure können diesen Entwurf verwerfen.',
  noSuchChoice: 'Diese Auswahl gibt es nicht. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
  tooManyTags: 'Ein Beitrag kann höchstens {limit} Schlagwörter haben.',
  topicNotOffered: 'Dieses Thema gibt es im Forum nicht mehr. Wählen Sie ein anderes.',
  dialogDeletedToo: 'Auch der Beitrag zu diesem Kommentar wurde gelöscht. Stellen Sie ihn zuerst wieder her.',
  answeredMeanwhile:
    '{name} hat inzwischen geantwortet. Ihre Antwort steht noch im Formular: Veröffentlichen Sie sie, wenn sie noch nötig ist.',
  fieldTaken: 'Es gibt schon ein Feld mit diesem Namen.',
  fieldNameRule:
    'Der Name muss 1 bis 63 Zeichen haben (a bis z, Ziffern und „_“), mit einem Buchstaben beginnen und darf nicht der Name eines Standardfelds sein.',
  fieldMaximumRule: 'Das Maximum muss eine positive ganze Zahl sein.',
  storageFull:
    'Der Speicherplatz Ihres Kontos ist voll: Seine Dateien dürfen zusammen höchstens {limit} MB belegen.',
  movedAway: '{name} ist auf einen anderen Server umgezogen.',
};
