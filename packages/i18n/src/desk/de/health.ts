import type { DeskCatalogue } from '../en.ts';

/** What the page about health says, in German. `{name}` is filled in. */
export const HEALTH: DeskCatalogue['health'] = {
  health: 'Systemstatus',
  healthHint: 'Ob alles hinter diesem Arbeitsplatz funktioniert. Die Zahlen betreffen nur Ihre Organisation.',
  healthPart: 'Bereich',
  healthDetails: 'Einzelheiten',
  healthStates: { fine: 'In Ordnung', waiting: 'Wartet', failing: 'Gestört', off: 'Nicht eingerichtet' },
  stateSince: '{state} seit {when}',
  healthParts: {
    database: 'Datenbank',
    engine: 'Suchmaschine',
    index: 'Suchindex',
    mail: 'E-Mail',
    webhooks: 'Webhooks',
    files: 'Dateien',
    backup: 'Sicherung',
    versions: 'Versionen',
  },
  healthSentences: {
    databaseAnswers: 'Sie hat innerhalb von {n} ms geantwortet.',
    notListening: 'Sie meldet derzeit keine Änderungen, deshalb dauern Seiten länger.',
    searchesItself: 'Guidepost beantwortet Suchen selbst.',
    engineAnswers: 'Suchen werden von {name} beantwortet.',
    engineAway: '{name} ist nicht erreichbar. Die Suche funktioniert trotzdem: Guidepost antwortet selbst.',
    everythingFound: 'Alles ist auffindbar.',
    noMailSent: 'Es werden keine E-Mails versendet.',
    noMailWaits: 'Es warten keine Nachrichten.',
    mailKept: 'Nachrichten werden auf dem Server aufbewahrt und an niemanden versendet.',
    noWebhooks: 'Es gibt keine Webhooks.',
    receiversAnswer: 'Alle Empfänger sind erreichbar.',
    space: '{used} belegt.',
    spaceOf: '{used} von {most} belegt.',
    filesRefused: 'Dateien können derzeit nicht hochgeladen werden.',
    lastBackup: 'Die letzte Sicherung wurde am {when} abgeschlossen.',
    noBackupKnown: 'Guidepost erfährt nichts von Sicherungen.',
    versions: 'Guidepost {guidepost}, PostgreSQL {database}, Node.js {node}',
  },
  healthCounts: {
    changes: {
      one: '{n} Änderung ist noch nicht auffindbar.',
      other: '{n} Änderungen sind noch nicht auffindbar.',
    },
    rejected: {
      one: '{n} Dokument konnte nicht aufgenommen werden und ist nicht auffindbar.',
      other: '{n} Dokumente konnten nicht aufgenommen werden und sind nicht auffindbar.',
    },
    messages: {
      one: '{n} Nachricht wartet auf den Versand.',
      other: '{n} Nachrichten warten auf den Versand.',
    },
    refused: {
      one: '{n} Nachricht konnte in den letzten sieben Tagen nicht zugestellt werden.',
      other: '{n} Nachrichten konnten in den letzten sieben Tagen nicht zugestellt werden.',
    },
    receiversAway: {
      one: '{n} Empfänger ist nicht erreichbar.',
      other: '{n} Empfänger sind nicht erreichbar.',
    },
    events: { one: '{n} Ereignis wartet.', other: '{n} Ereignisse warten.' },
    givenUp: { one: '{n} Ereignis wurde aufgegeben.', other: '{n} Ereignisse wurden aufgegeben.' },
  },
  healthAdvice: {
    operators: 'Bitte informieren Sie die Betreiber des Servers.',
    setUpMail: 'Bitten Sie die Betreiber des Servers, E-Mail einzurichten.',
    addresses: 'Prüfen Sie die Adressen der eingeladenen Personen.',
    receivers: 'Sehen Sie sich Ihre Webhooks an.',
    moreSpace: 'Löschen Sie Dateien, die Sie nicht mehr brauchen, oder bitten Sie um mehr Platz.',
    backups: 'Fragen Sie die Betreiber des Servers, ob Sicherungen gemacht werden.',
  },
};
