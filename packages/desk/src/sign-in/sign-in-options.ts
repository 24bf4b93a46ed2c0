import type { DeskOptions } from '../desk-options.ts';
import type { BrowserSessions } from '../requests/browser-sessions.ts';
import type { DeskTenant } from '../requests/calls.ts';

export type SignInOptions = Pick<
  DeskOptions<DeskTenant>,
  'staff' | 'clients' | 'deskUrl' | 'service' | 'listTenants' | 'notificationsPath'
> & { sessions: BrowserSessions };
