/** What happened to people, by action. */
export const STAFF_ACTIONS = {
  'staff invite': 'Wysłano zaproszenie',
  'staff accept': 'Przyjęto zaproszenie',
  'staff join-by-domain': 'Dołączono dzięki domenie adresu',
  'staff role': 'Zmieniono rolę',
  'staff remove': 'Usunięto osobę',
  'staff link': 'Utworzono nowy link do logowania',
};
