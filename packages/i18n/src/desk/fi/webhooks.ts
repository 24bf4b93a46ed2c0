import type { DeskCatalogue } from '../en.ts';

/** What the pages about webhooks say, in Finnish. */
export const WEBHOOKS: DeskCatalogue['webhooks'] = {
  webhooks: 'Webhookit',
  webhooksHint: 'Ilmoita omille ohjelmillesi, kun jokin täällä muuttuu.',
  noWebhooks: 'Webhookeja ei ole vielä.',
  addWebhook: 'Lisää webhook',
  webhookUrl: 'URL',
  webhookUrlHint:
    'Ohjelmasi osoite, esimerkiksi https://example.com/hooks. Tapahtumat lähetetään siihen POST-pyyntöinä.',
  webhookUrlWrong:
    'Tässä on oltava osoite, kuten https://example.com/hooks, ilman käyttäjätunnusta ja salasanaa.',
  webhookUrlTaken: 'Tällä URL-osoitteella on jo webhook.',
  tooManyWebhooks: 'Webhookeja ei voi olla enempää. Poista ensin jokin.',
  events: 'Tapahtumat',
  eventsHint: 'Jos et valitse mitään, kaikki tapahtumat lähetetään.',
  allEvents: 'kaikki',
  privateReceiver:
    'Palvelimella {host} ei ole osoitetta internetissä. Tapahtumia lähetetään sinne vain, jos palvelun ylläpitäjä sallii sen (WEBHOOK_ALLOW_PRIVATE=on).',
  webhookSecret: 'Webhookin salaisuus. Kopioi se nyt: sitä ei näytetä uudelleen.',
  webhookSecretHint: 'Ohjelmasi varmistaa sillä, että tapahtumat tulevat täältä.',
  formerSecretUntil: 'Aiempi salaisuus toimii tähän asti:',
  active: 'käytössä',
  noAnswerSince: 'ei ole ollut käytettävissä {when} jälkeen',
  endedByReceiver: 'vastaanottaja lopetti {when}',
  endedByReceiverHint:
    'Vastaanottaja on vastannut, ettei se halua enää tapahtumia. Jos haluat lähettää niitä sille taas, poista webhook ja lisää se uudelleen.',
  waitingEvents: 'Odottaa',
  setAside: 'Ei toimitettu',
  newSecret: 'Uusi salaisuus',
  newSecretHint: 'Nykyinen salaisuus toimii vielä vuorokauden.',
  secretIsNew:
    'Salaisuus on vaihdettu alle vuorokausi sitten. Voit vaihtaa sen uudelleen, kun aiempi ei ole enää voimassa.',
  sendTest: 'Lähetä testitapahtuma',
  removeWebhook: 'Poista webhook',
  removeWebhookHint: 'Sen loki poistetaan, eikä odottavia tapahtumia lähetetä.',
  webhookLog: 'Loki',
  webhookLogHint: 'Kahden viime viikon aikana lähetetyt, uusimmat ensin.',
  emptyLog: 'Mitään ei ole vielä lähetetty.',
  event: 'Tapahtuma',
  record: 'Tietue',
  outcome: 'Tulos',
  outcomes: { waiting: 'odottaa', delivered: 'toimitettu', 'set-aside': 'ei toimitettu' },
  attempts: 'Yritykset',
  receiverAnswer: 'Vastaus',
  nextAttempt: 'Seuraava yritys',
  sentContent: 'Lähetettävä sisältö',
  notWrittenYet: 'Sisältöä valmistellaan.',
  noStoredContent: 'Sisältöä ei ole tallennettu.',
  onlyTheBeginning: 'Vain alku näytetään.',
  attemptNumber: 'Yritys {n}',
  milliseconds: '{n} ms',
  emptyAnswer: 'Vastaus oli tyhjä.',
  deliveryErrors: {
    timeout: 'ei kokonaista vastausta 10 sekunnissa',
    'no-public-address': 'ei osoitetta internetissä',
    ECONNREFUSED: 'yhteys torjuttiin',
  },
  noticeTestQueued:
    'Testitapahtuma on matkalla. Vastaus ilmestyy tänne muutamassa sekunnissa; näet sen lataamalla sivun uudelleen.',
  noticeQueuedAgain: 'Tapahtuma on taas matkalla.',
  noticeWebhookRemoved: 'Webhook on poistettu.',
};
