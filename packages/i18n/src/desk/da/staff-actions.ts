/** What happened to people, by action. */
export const STAFF_ACTIONS = {
  'staff invite': 'Inviterede',
  'staff accept': 'Tiltrådte',
  'staff join-by-domain': 'Tiltrådte via adressens domæne',
  'staff role': 'Ændrede en rolle',
  'staff remove': 'Fjernede en person',
  'staff link': 'Oprettede et nyt loginlink',
};
