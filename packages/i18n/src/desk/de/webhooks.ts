import type { DeskCatalogue } from '../en.ts';

/** What the pages about webhooks say, in German. */
export const WEBHOOKS: DeskCatalogue['webhooks'] = {
  webhooks: 'Webhooks',
  webhooksHint: 'Benachrichtigen Sie Ihre eigenen Programme, wenn sich hier etwas ändert.',
  noWebhooks: 'Es gibt noch keine Webhooks.',
  addWebhook: 'Webhook hinzufügen',
  webhookUrl: 'URL',
  webhookUrlHint:
    'Die Adresse Ihres Programms, zum Beispiel https://example.com/hooks. Ereignisse werden per POST dorthin gesendet.',
  webhookUrlWrong:
    'Geben Sie eine Adresse wie https://example.com/hooks an, ohne Benutzernamen und Passwort.',
  webhookUrlTaken: 'Es gibt bereits einen Webhook mit dieser URL.',
  tooManyWebhooks: 'Es sind keine weiteren Webhooks möglich. Entfernen Sie zuerst einen.',
  events: 'Ereignisse',
  eventsHint: 'Ohne Auswahl werden alle Ereignisse gesendet.',
  allEvents: 'alle',
  privateReceiver:
    '{host} hat keine Adresse im Internet. Ereignisse werden nur dorthin gesendet, wenn der Betreiber des Dienstes es erlaubt (WEBHOOK_ALLOW_PRIVATE=on).',
  webhookSecret: 'Das Geheimnis des Webhooks. Kopieren Sie es jetzt: Es wird nicht noch einmal angezeigt.',
  webhookSecretHint: 'Damit prüft Ihr Programm, dass Ereignisse von hier kommen.',
  formerSecretUntil: 'Das bisherige Geheimnis gilt bis',
  active: 'aktiv',
  noAnswerSince: 'nicht erreichbar seit {when}',
  endedByReceiver: 'vom Empfänger beendet am {when}',
  endedByReceiverHint:
    'Der Empfänger hat geantwortet, dass er keine Ereignisse mehr möchte. Um ihm wieder welche zu senden, entfernen Sie den Webhook und fügen Sie ihn neu hinzu.',
  waitingEvents: 'Ausstehend',
  setAside: 'Aufgegeben',
  newSecret: 'Neues Geheimnis',
  newSecretHint: 'Das aktuelle Geheimnis gilt noch einen Tag lang.',
  secretIsNew:
    'Das Geheimnis wurde vor weniger als einem Tag ersetzt. Sie können es wieder ersetzen, sobald das bisherige abgelaufen ist.',
  sendTest: 'Testereignis senden',
  removeWebhook: 'Webhook entfernen',
  removeWebhookHint: 'Sein Protokoll wird gelöscht, und ausstehende Ereignisse werden nicht gesendet.',
  webhookLog: 'Protokoll',
  webhookLogHint: 'Was in den letzten zwei Wochen gesendet wurde, das Neueste zuerst.',
  emptyLog: 'Bisher wurde nichts gesendet.',
  event: 'Ereignis',
  record: 'Datensatz',
  outcome: 'Ergebnis',
  outcomes: { waiting: 'ausstehend', delivered: 'zugestellt', 'set-aside': 'aufgegeben' },
  attempts: 'Versuche',
  receiverAnswer: 'Antwort',
  nextAttempt: 'Nächster Versuch',
  sentContent: 'Gesendeter Inhalt',
  notWrittenYet: 'Er wird gerade vorbereitet.',
  noStoredContent: 'Es ist kein Inhalt gespeichert.',
  onlyTheBeginning: 'Nur der Anfang wird angezeigt.',
  attemptNumber: 'Versuch {n}',
  milliseconds: '{n} ms',
  emptyAnswer: 'Die Antwort war leer.',
  deliveryErrors: {
    timeout: 'keine vollständige Antwort innerhalb von 10 Sekunden',
    'no-public-address': 'keine Adresse im Internet',
    ECONNREFUSED: 'Verbindung abgelehnt',
  },
  noticeTestQueued:
    'Ein Testereignis ist unterwegs. Die Antwort erscheint hier in wenigen Sekunden; laden Sie dann die Seite neu.',
  noticeQueuedAgain: 'Das Ereignis ist wieder unterwegs.',
  noticeWebhookRemoved: 'Der Webhook wurde entfernt.',
};
