/** What happened to people, by action. */
export const STAFF_ACTIONS = {
  'staff invite': 'Lähetti kutsun',
  'staff accept': 'Liittyi',
  'staff join-by-domain': 'Liittyi osoitteen verkkotunnuksen perusteella',
  'staff role': 'Muutti roolia',
  'staff remove': 'Poisti henkilön',
  'staff link': 'Loi uuden kirjautumislinkin',
};
