import type { DeskCatalogue } from '../en.ts';

/** What the page about health says, in Italian. `{name}` is filled in. */
export const HEALTH: DeskCatalogue['health'] = {
  health: 'Stato del servizio',
  healthHint:
    'Indica se funziona tutto ciò che sta dietro a quest’area di lavoro. I numeri riguardano solo la tua organizzazione.',
  healthPart: 'Elemento',
  healthDetails: 'Dettagli',
  healthStates: { fine: 'Funziona', waiting: 'In attesa', failing: 'Non funziona', off: 'Non configurato' },
  stateSince: '{state} dal {when}',
  healthParts: {
    database: 'Database',
    engine: 'Motore di ricerca',
    index: 'Indice di ricerca',
    mail: 'E-mail',
    webhooks: 'Webhook',
    files: 'File',
    backup: 'Backup',
    versions: 'Versioni',
  },
  healthSentences: {
    databaseAnswers: 'Ha risposto in {n} ms.',
    notListening: 'Al momento non annuncia le modifiche, quindi le pagine sono più lente.',
    searchesItself: 'Alle ricerche risponde Guidepost stesso.',
    engineAnswers: 'Alle ricerche risponde {name}.',
    engineAway: '{name} non è disponibile. La ricerca funziona comunque: risponde Guidepost stesso.',
    everythingFound: 'Tutto può essere trovato.',
    noMailSent: 'Non viene inviata alcuna e-mail.',
    noMailWaits: 'Nessun messaggio è in attesa.',
    mailKept: 'I messaggi restano sul server e non vengono inviati a nessuno.',
    noWebhooks: 'Non ci sono webhook.',
    receiversAnswer: 'Tutti i destinatari sono disponibili.',
    space: '{used} in uso.',
    spaceOf: '{used} su {most} in uso.',
    filesRefused: 'Al momento non è possibile caricare file.',
    lastBackup: 'L’ultimo backup è terminato il {when}.',
    noBackupKnown: 'Guidepost non riceve notizie dei backup.',
    versions: 'Guidepost {guidepost}, PostgreSQL {database}, Node.js {node}',
  },
  healthCounts: {
    changes: {
      one: '{n} modifica non può ancora essere trovata.',
      other: '{n} modifiche non possono ancora essere trovate.',
    },
    rejected: {
      one: '{n} documento non è stato aggiunto e non può essere trovato.',
      other: '{n} documenti non sono stati aggiunti e non possono essere trovati.',
    },
    messages: { one: '{n} messaggio è in attesa di invio.', other: '{n} messaggi sono in attesa di invio.' },
    refused: {
      one: '{n} messaggio non è stato recapitato negli ultimi sette giorni.',
      other: '{n} messaggi non sono stati recapitati negli ultimi sette giorni.',
    },
    receiversAway: {
      one: '{n} destinatario non è disponibile.',
      other: '{n} destinatari non sono disponibili.',
    },
    events: { one: '{n} evento è in attesa.', other: '{n} eventi sono in attesa.' },
    givenUp: { one: '{n} evento è stato abbandonato.', other: '{n} eventi sono stati abbandonati.' },
  },
  healthAdvice: {
    operators: 'Avvisa chi gestisce il server.',
    setUpMail: 'Chiedi a chi gestisce il server di configurare l’e-mail.',
    addresses: 'Controlla gli indirizzi delle persone invitate.',
    receivers: 'Controlla i tuoi webhook.',
    moreSpace: 'Elimina i file che non servono più o chiedi più spazio.',
    backups: 'Chiedi a chi gestisce il server se vengono eseguiti backup.',
  },
};
