/** What happened to people, by action. */
export const STAFF_ACTIONS = {
  'staff invite': 'Person eingeladen',
  'staff accept': 'Einladung angenommen',
  'staff join-by-domain': 'Über die Domain der Adresse beigetreten',
  'staff role': 'Rolle geändert',
  'staff remove': 'Person entfernt',
  'staff link': 'Neuen Anmeldelink erstellt',
};
