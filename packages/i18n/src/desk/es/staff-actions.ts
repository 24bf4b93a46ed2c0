/** What happened to people, by action. */
export const STAFF_ACTIONS = {
  'staff invite': 'Persona invitada',
  'staff accept': 'Invitación aceptada',
  'staff join-by-domain': 'Incorporación por el dominio de la dirección',
  'staff role': 'Función cambiada',
  'staff remove': 'Persona quitada',
  'staff link': 'Nuevo enlace de inicio de sesión creado',
};
