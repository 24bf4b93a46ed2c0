/** A text of a small help centre. */
export interface SmallText {
  slug: string;
  title: string;
  headings: string;
  text: string;
}

/**
 * Few and short, but with the neighbours that a good order has to tell apart. By language; what is asked for stands
 * behind what is not, so that the order in which they are written wins nothing.
 */
export const SMALL_TEXTS: Record<string, SmallText[]> = {
  en: [
    text('release', 'Release notes', '', 'Replication slots, vacuum, backup and restore: fixed. '.repeat(4)),
    text('activity', 'Who is connected', '', 'The view pg_stat_activity has a row for each connection.'),
    text('standby', 'Standby servers', '', 'Replication takes changes there. Slots may help; see elsewhere.'),
    text('slots', 'Replication slots', '', 'A slot keeps the log until every replica has it.'),
    text('settings', 'All settings', 'Memory\nVacuum', 'shared_buffers, work_mem and how often to vacuum.'),
    text('vacuum', 'Vacuuming', 'The daemon', 'Vacuum gives space back. Autovacuum does it by itself.'),
    text('backup-format', 'Format of the manifest', '', 'Each backup has a file that names the others.'),
    text('restore', 'Restore a backup', '', 'Choose the day. What was written after it is lost.'),
    text('backup', 'Back up your database', 'How often', 'A backup is a copy. Backups are made by night.'),
  ],
  sv: [
    text('utskrift', 'Skriv ut dubbelsidigt', '', 'Välj båda sidorna innan du skriver ut.'),
    text('skrivare', 'Skrivare', 'Anslut skrivaren', 'Skrivare hittas av sig själva.'),
    text(
      'konto',
      'Avsluta konto',
      '',
      'Utan lösenord kan kontot inte avslutas. Obetalda fakturor står kvar.',
    ),
    text('losenord', 'Byt lösenord', '', 'Ett nytt lösenord gäller genast.'),
    text('fakturaadress', 'Ändra fakturaadress', '', 'Så får du fakturor till rätt adress.'),
    text('faktura', 'Din faktura', '', 'Fakturan kommer i mars. Betala den i tid.'),
  ],
  de: [
    text('drucker', 'Drucker einrichten', '', 'Drucker im Netz werden gefunden.'),
    text(
      'akku',
      'Laufzeit verlängern',
      '',
      'Weniger Helligkeit schont den Akku; der Bildschirm braucht am meisten.',
    ),
    text('helligkeit', 'Bildschirmhelligkeit', '', 'Der Bildschirm wird heller oder dunkler.'),
    text('rechnung', 'Rechnungen', 'Rechnungsadresse', 'Jede Rechnung kommt im März.'),
    text('konto', 'Konto löschen', '', 'Ohne Passwort lässt sich nichts ändern oder löschen.'),
    text('passwort', 'Passwort ändern', '', 'Ein neues Passwort gilt sofort.'),
  ],
  fr: [
    text('mot-de-passe', 'Changer de mot de passe', '', 'Un mot de passe long est plus sûr.'),
    text('reseau', 'Réseau sans fil', '', 'Choisissez le réseau, puis le mot de passe.'),
    text('compte', 'Supprimer un compte', '', 'Les factures et les captures d’écran sont perdues.'),
    text('capture', 'Captures d’écran', '', 'Une capture est un fichier image.'),
    text('ecran', 'Luminosité de l’écran', '', 'Réglez l’écran le soir.'),
    text('facture', 'Votre facture', '', 'Les factures arrivent en mars.'),
  ],
};

function text(slug: string, title: string, headings: string, words: string): SmallText {
  return { slug, title, headings, text: words };
}
