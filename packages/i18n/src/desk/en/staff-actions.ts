/** What happened to people, by action. */
export const STAFF_ACTIONS = {
  'staff invite': 'Invited',
  'staff accept': 'Joined',
  'staff join-by-domain': 'Joined by the address’s domain',
  'staff role': 'Changed a role',
  'staff remove': 'Removed a person',
  'staff link': 'Made a new sign-in link',
};
