/** What happened to people, by action. */
export const STAFF_ACTIONS = {
  'staff invite': 'Personne invitée',
  'staff accept': 'Invitation acceptée',
  'staff join-by-domain': 'Arrivée par le domaine de l’adresse',
  'staff role': 'Rôle changé',
  'staff remove': 'Personne retirée',
  'staff link': 'Nouveau lien de connexion créé',
};
