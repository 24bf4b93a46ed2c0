import type { DeskCatalogue } from '../en.ts';

/** What the pages about webhooks say, in Dutch. */
export const WEBHOOKS: DeskCatalogue['webhooks'] = {
  webhooks: 'Webhooks',
  webhooksHint: 'Laat uw eigen programma’s weten wanneer hier iets verandert.',
  noWebhooks: 'Er zijn nog geen webhooks.',
  addWebhook: 'Webhook toevoegen',
  webhookUrl: 'URL',
  webhookUrlHint:
    'Het adres van uw programma, bijvoorbeeld https://example.com/hooks. Gebeurtenissen worden er met POST naartoe gestuurd.',
  webhookUrlWrong:
    'Dit moet een adres zoals https://example.com/hooks zijn, zonder gebruikersnaam of wachtwoord.',
  webhookUrlTaken: 'Er is al een webhook met deze URL.',
  tooManyWebhooks: 'Er kunnen niet meer webhooks bij. Verwijder er eerst een.',
  events: 'Gebeurtenissen',
  eventsHint: 'Als u niets kiest, worden alle gebeurtenissen verzonden.',
  allEvents: 'alle',
  privateReceiver:
    '{host} heeft geen adres op het internet. Gebeurtenissen worden er alleen naartoe gestuurd als de beheerder van de dienst dat toestaat (WEBHOOK_ALLOW_PRIVATE=on).',
  webhookSecret: 'Het geheim van de webhook. Kopieer het nu: het wordt niet opnieuw getoond.',
  webhookSecretHint: 'Hiermee controleert uw programma of gebeurtenissen van hier komen.',
  formerSecretUntil: 'Het vorige geheim werkt tot',
  active: 'actief',
  noAnswerSince: 'onbereikbaar sinds {when}',
  endedByReceiver: 'beëindigd door de ontvanger op {when}',
  endedByReceiverHint:
    'De ontvanger heeft geantwoord dat hij geen gebeurtenissen meer wil. Verwijder de webhook en voeg hem opnieuw toe om er weer gebeurtenissen naartoe te sturen.',
  waitingEvents: 'Wachtend',
  setAside: 'Opgegeven',
  newSecret: 'Nieuw geheim',
  newSecretHint: 'Het huidige geheim blijft nog een dag werken.',
  secretIsNew:
    'Het geheim is minder dan een dag geleden vervangen. Het kan opnieuw worden vervangen wanneer het vorige is verlopen.',
  sendTest: 'Testgebeurtenis verzenden',
  removeWebhook: 'Webhook verwijderen',
  removeWebhookHint: 'Het logboek wordt verwijderd en wachtende gebeurtenissen worden niet verzonden.',
  webhookLog: 'Logboek',
  webhookLogHint: 'Wat de afgelopen twee weken is verzonden, het nieuwste eerst.',
  emptyLog: 'Er is nog niets verzonden.',
  event: 'Gebeurtenis',
  record: 'Record',
  outcome: 'Resultaat',
  outcomes: { waiting: 'wachtend', delivered: 'afgeleverd', 'set-aside': 'opgegeven' },
  attempts: 'Pogingen',
  receiverAnswer: 'Antwoord',
  nextAttempt: 'Volgende poging',
  sentContent: 'Wat wordt verzonden',
  notWrittenYet: 'De inhoud wordt voorbereid.',
  noStoredContent: 'Er is geen inhoud opgeslagen.',
  onlyTheBeginning: 'Alleen het begin wordt getoond.',
  attemptNumber: 'Poging {n}',
  milliseconds: '{n} ms',
  emptyAnswer: 'Het antwoord was leeg.',
  deliveryErrors: {
    timeout: 'geen volledig antwoord binnen 10 seconden',
    'no-public-address': 'geen adres op het internet',
    ECONNREFUSED: 'verbinding geweigerd',
  },
  noticeTestQueued:
    'Er is een testgebeurtenis onderweg. Het antwoord verschijnt hier binnen enkele seconden; laad de pagina opnieuw om het te zien.',
  noticeQueuedAgain: 'De gebeurtenis is opnieuw onderweg.',
  noticeWebhookRemoved: 'De webhook is verwijderd.',
};
