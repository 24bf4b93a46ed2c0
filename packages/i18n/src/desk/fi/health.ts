import type { DeskCatalogue } from '../en.ts';

/** What the page about health says, in Finnish. `{name}` is filled in. */
export const HEALTH: DeskCatalogue['health'] = {
  health: 'Palvelun tila',
  healthHint: 'Toimiiko kaikki tämän työpöydän takana. Luvut koskevat vain omaa organisaatiotasi.',
  healthPart: 'Osa',
  healthDetails: 'Tiedot',
  healthStates: { fine: 'Kunnossa', waiting: 'Odottaa', failing: 'Ei toimi', off: 'Ei määritetty' },
  stateSince: '{state} {when} alkaen',
  healthParts: {
    database: 'Tietokanta',
    engine: 'Hakukone',
    index: 'Hakuindeksi',
    mail: 'Sähköposti',
    webhooks: 'Webhookit',
    files: 'Tiedostot',
    backup: 'Varmuuskopio',
    versions: 'Versiot',
  },
  healthSentences: {
    databaseAnswers: 'Se vastasi {n} ms:ssa.',
    notListening: 'Se ei juuri nyt ilmoita muutoksista, joten sivut ovat hitaampia.',
    searchesItself: 'Guidepost vastaa hakuihin itse.',
    engineAnswers: 'Hakuihin vastaa {name}.',
    engineAway: '{name} ei ole käytettävissä. Haku toimii silti: Guidepost vastaa itse.',
    everythingFound: 'Kaikki on löydettävissä.',
    noMailSent: 'Sähköpostia ei lähetetä.',
    noMailWaits: 'Yhtään viestiä ei odota.',
    mailKept: 'Viestit säilytetään palvelimella, eikä niitä lähetetä kenellekään.',
    noWebhooks: 'Webhookeja ei ole.',
    receiversAnswer: 'Kaikki vastaanottajat ovat tavoitettavissa.',
    space: '{used} käytössä.',
    spaceOf: '{used} / {most} käytössä.',
    filesRefused: 'Tiedostoja ei voi juuri nyt ladata palvelimelle.',
    lastBackup: 'Viimeisin varmuuskopio valmistui {when}.',
    noBackupKnown: 'Guidepost ei saa tietoa varmuuskopioista.',
    versions: 'Guidepost {guidepost}, PostgreSQL {database}, Node.js {node}',
  },
  healthCounts: {
    changes: {
      one: '{n} muutos ei ole vielä löydettävissä.',
      other: '{n} muutosta ei ole vielä löydettävissä.',
    },
    rejected: {
      one: '{n} asiakirjaa ei voitu lisätä, eikä sitä löydy haulla.',
      other: '{n} asiakirjaa ei voitu lisätä, eikä niitä löydy haulla.',
    },
    messages: { one: '{n} viesti odottaa lähettämistä.', other: '{n} viestiä odottaa lähettämistä.' },
    refused: {
      one: '{n} viestiä ei voitu toimittaa viimeisten seitsemän päivän aikana.',
      other: '{n} viestiä ei voitu toimittaa viimeisten seitsemän päivän aikana.',
    },
    receiversAway: {
      one: '{n} vastaanottaja ei ole tavoitettavissa.',
      other: '{n} vastaanottajaa ei ole tavoitettavissa.',
    },
    events: { one: '{n} tapahtuma odottaa.', other: '{n} tapahtumaa odottaa.' },
    givenUp: { one: '{n} tapahtumasta luovuttiin.', other: '{n} tapahtumasta luovuttiin.' },
  },
  healthAdvice: {
    operators: 'Ilmoita palvelimen ylläpitäjille.',
    setUpMail: 'Pyydä palvelimen ylläpitäjiä ottamaan sähköposti käyttöön.',
    addresses: 'Tarkista kutsumiesi ihmisten osoitteet.',
    receivers: 'Tarkista webhookisi.',
    moreSpace: 'Poista tiedostoja, joita et enää tarvitse, tai pyydä lisää tilaa.',
    backups: 'Kysy palvelimen ylläpitäjiltä, otetaanko varmuuskopioita.',
  },
};
