/** What happened to people, by action. */
export const STAFF_ACTIONS = {
  'staff invite': 'Inviterte',
  'staff accept': 'Ble med',
  'staff join-by-domain': 'Ble med via domenet i adressen',
  'staff role': 'Endret en rolle',
  'staff remove': 'Fjernet en person',
  'staff link': 'Opprettet en ny innloggingslenke',
};
