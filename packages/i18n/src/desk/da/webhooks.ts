import type { DeskCatalogue } from '../en.ts';

/** What the pages about webhooks say, in Danish. */
export const WEBHOOKS: DeskCatalogue['webhooks'] = {
  webhooks: 'Webhooks',
  webhooksHint: 'Giv dine egne programmer besked, når noget ændres her.',
  noWebhooks: 'Der er ingen webhooks endnu.',
  addWebhook: 'Tilføj en webhook',
  webhookUrl: 'URL',
  webhookUrlHint:
    'Adressen på dit program, for eksempel https://example.com/hooks. Hændelser sendes dertil med POST.',
  webhookUrlWrong:
    'Her skal stå en adresse som https://example.com/hooks, uden brugernavn eller adgangskode.',
  webhookUrlTaken: 'Der findes allerede en webhook med denne URL.',
  tooManyWebhooks: 'Der kan ikke være flere webhooks. Fjern en først.',
  events: 'Hændelser',
  eventsHint: 'Hvis du ikke vælger noget, sendes alle hændelser.',
  allEvents: 'alle',
  privateReceiver:
    '{host} har ingen adresse på internettet. Hændelser sendes kun dertil, hvis den, der driver tjenesten, tillader det (WEBHOOK_ALLOW_PRIVATE=on).',
  webhookSecret: 'Webhookens hemmelighed. Kopiér den nu: Den vises ikke igen.',
  webhookSecretHint: 'Med den kontrollerer dit program, at hændelser kommer herfra.',
  formerSecretUntil: 'Den tidligere hemmelighed virker indtil',
  active: 'aktiv',
  noAnswerSince: 'utilgængelig siden {when}',
  endedByReceiver: 'afsluttet af modtageren {when}',
  endedByReceiverHint:
    'Modtageren har svaret, at den ikke vil have flere hændelser. Fjern webhooken, og tilføj den igen, hvis der igen skal sendes hændelser dertil.',
  waitingEvents: 'Venter',
  setAside: 'Opgivet',
  newSecret: 'Ny hemmelighed',
  newSecretHint: 'Den nuværende hemmelighed virker et døgn endnu.',
  secretIsNew:
    'Hemmeligheden blev udskiftet for mindre end et døgn siden. Du kan udskifte den igen, når den tidligere er udløbet.',
  sendTest: 'Send en testhændelse',
  removeWebhook: 'Fjern webhooken',
  removeWebhookHint: 'Dens log slettes, og hændelser, der venter, sendes ikke.',
  webhookLog: 'Log',
  webhookLogHint: 'Det, der er sendt de seneste to uger, det nyeste først.',
  emptyLog: 'Intet er sendt endnu.',
  event: 'Hændelse',
  record: 'Post',
  outcome: 'Resultat',
  outcomes: { waiting: 'venter', delivered: 'leveret', 'set-aside': 'opgivet' },
  attempts: 'Forsøg',
  receiverAnswer: 'Svar',
  nextAttempt: 'Næste forsøg',
  sentContent: 'Det, der sendes',
  notWrittenYet: 'Indholdet forberedes.',
  noStoredContent: 'Der er ikke gemt noget indhold.',
  onlyTheBeginning: 'Kun begyndelsen vises.',
  attemptNumber: 'Forsøg {n}',
  milliseconds: '{n} ms',
  emptyAnswer: 'Svaret var tomt.',
  deliveryErrors: {
    timeout: 'intet fuldstændigt svar inden for 10 sekunder',
    'no-public-address': 'ingen adresse på internettet',
    ECONNREFUSED: 'forbindelsen blev afvist',
  },
  noticeTestQueued:
    'En testhændelse er på vej. Svaret vises her inden for få sekunder; genindlæs siden for at se det.',
  noticeQueuedAgain: 'Hændelsen er på vej igen.',
  noticeWebhookRemoved: 'Webhooken er fjernet.',
};
