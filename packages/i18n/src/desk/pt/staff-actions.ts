/** What happened to people, by action. */
export const STAFF_ACTIONS = {
  'staff invite': 'Pessoa convidada',
  'staff accept': 'Convite aceite',
  'staff join-by-domain': 'Entrada pelo domínio do endereço',
  'staff role': 'Função alterada',
  'staff remove': 'Pessoa removida',
  'staff link': 'Nova ligação de início de sessão criada',
};
