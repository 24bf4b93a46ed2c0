import type { DeskCatalogue } from '../en.ts';

/** What the page about health says, in Swedish. `{name}` is filled in. */
export const HEALTH: DeskCatalogue['health'] = {
  health: 'Driftstatus',
  healthHint: 'Här ser ni om allt bakom redaktionen fungerar. Siffrorna gäller bara er organisation.',
  healthPart: 'Del',
  healthDetails: 'Detaljer',
  healthStates: { fine: 'Fungerar', waiting: 'Väntar', failing: 'Fel', off: 'Inte inställt' },
  stateSince: '{state} sedan {when}',
  healthParts: {
    database: 'Databas',
    engine: 'Sökmotor',
    index: 'Sökindex',
    mail: 'E-post',
    webhooks: 'Webhookar',
    files: 'Filer',
    backup: 'Säkerhetskopia',
    versions: 'Versioner',
  },
  healthSentences: {
    databaseAnswers: 'Den svarade inom {n} ms.',
    notListening: 'Den meddelar inte ändringar just nu, så sidorna laddas långsammare.',
    searchesItself: 'Guidepost besvarar själv sökningar.',
    engineAnswers: 'Sökningar besvaras av {name}.',
    engineAway: '{name} är inte tillgänglig. Det går ändå att söka: Guidepost svarar själv.',
    everythingFound: 'Allt går att hitta.',
    noMailSent: 'Ingen e-post skickas.',
    noMailWaits: 'Inga meddelanden väntar.',
    mailKept: 'Meddelanden sparas på servern och skickas inte till någon.',
    noWebhooks: 'Det finns inga webhookar.',
    receiversAnswer: 'Alla mottagare är tillgängliga.',
    space: '{used} används.',
    spaceOf: '{used} av {most} används.',
    filesRefused: 'Det går inte att ladda upp filer just nu.',
    lastBackup: 'Den senaste säkerhetskopian blev klar {when}.',
    noBackupKnown: 'Guidepost får inte veta när säkerhetskopior görs.',
    versions: 'Guidepost {guidepost}, PostgreSQL {database}, Node.js {node}',
  },
  healthCounts: {
    changes: { one: '{n} ändring går ännu inte att hitta.', other: '{n} ändringar går ännu inte att hitta.' },
    rejected: {
      one: '{n} dokument kunde inte läggas till och går inte att hitta.',
      other: '{n} dokument kunde inte läggas till och går inte att hitta.',
    },
    messages: {
      one: '{n} meddelande väntar på att skickas.',
      other: '{n} meddelanden väntar på att skickas.',
    },
    refused: {
      one: '{n} meddelande kunde inte levereras de senaste sju dagarna.',
      other: '{n} meddelanden kunde inte levereras de senaste sju dagarna.',
    },
    receiversAway: {
      one: '{n} mottagare är inte tillgänglig.',
      other: '{n} mottagare är inte tillgängliga.',
    },
    events: { one: '{n} händelse väntar.', other: '{n} händelser väntar.' },
    givenUp: { one: '{n} händelse har getts upp.', other: '{n} händelser har getts upp.' },
  },
  healthAdvice: {
    operators: 'Meddela dem som sköter servern.',
    setUpMail: 'Be dem som sköter servern att ställa in e-post.',
    addresses: 'Kontrollera adresserna till dem som ni har bjudit in.',
    receivers: 'Se över era webhookar.',
    moreSpace: 'Ta bort filer som inte längre behövs eller be om mer utrymme.',
    backups: 'Fråga dem som sköter servern om säkerhetskopior görs.',
  },
};
