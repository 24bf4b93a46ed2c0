/** What happened to people, by action. */
export const STAFF_ACTIONS = {
  'staff invite': 'Bjöd in',
  'staff accept': 'Gick med',
  'staff join-by-domain': 'Gick med genom adressens domän',
  'staff role': 'Ändrade en roll',
  'staff remove': 'Tog bort en person',
  'staff link': 'Skapade en ny inloggningslänk',
};
