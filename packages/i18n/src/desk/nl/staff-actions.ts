/** What happened to people, by action. */
export const STAFF_ACTIONS = {
  'staff invite': 'Uitgenodigd',
  'staff accept': 'Toegetreden',
  'staff join-by-domain': 'Toegetreden via het domein van het e-mailadres',
  'staff role': 'Rol gewijzigd',
  'staff remove': 'Persoon verwijderd',
  'staff link': 'Nieuwe aanmeldlink gemaakt',
};
