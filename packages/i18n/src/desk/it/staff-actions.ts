/** What happened to people, by action. */
export const STAFF_ACTIONS = {
  'staff invite': 'Persona invitata',
  'staff accept': 'Invito accettato',
  'staff join-by-domain': 'Ingresso tramite il dominio dell’indirizzo',
  'staff role': 'Ruolo cambiato',
  'staff remove': 'Persona rimossa',
  'staff link': 'Nuovo link di accesso creato',
};
