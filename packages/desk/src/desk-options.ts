import type { Clients } from '@guidepost/http';
import type { DeskPhrasing } from '@guidepost/i18n';
import type { Assets } from '@guidepost/pages';
import type { Role } from '@guidepost/staff';
import type { Staff } from '@guidepost/staff/sign-in';
import type { Section, Waiting } from './layout/desk-views.ts';
import type {
  DeskCall,
  DeskEndpoint,
  DeskPage,
  DeskPairing,
  DeskTenant,
  TenantCreation,
  Visit,
} from './requests/calls.ts';

/** The parts of a desk that differ between services. */
export interface DeskOptions<Tenant extends DeskTenant = DeskTenant, Words extends object = object> {
  /** In addresses and in the name of the cookie. */
  readonly service: 'kb' | 'forum';
  readonly staff: Staff;
  /** The origin under which people open the desk. */
  readonly deskUrl: string;
  readonly clients: Clients;
  readonly assets: Assets;
  /** The folder of the service's own templates. */
  readonly templates: URL;
  readonly phrasingOf: (language: string) => DeskPhrasing<Words>;
  readonly findTenant: (key: string) => Promise<Tenant | undefined>;
  /** Makes what was changed visible at once; awaited before the answer. */
  readonly afterChange: (tenant: Tenant) => Promise<void>;
  /** Those of these ids, by name. */
  readonly listTenants: (ids: readonly number[]) => Promise<Tenant[]>;
  /** The way to a new tenant. */
  readonly creation?: TenantCreation<Words> | undefined;
  /** Undefined for a service that is alone. */
  readonly pairing?: DeskPairing | undefined;
  /** The sections of a tenant's desk that someone may open; the first one is the beginning. */
  readonly sections: (phrasing: DeskPhrasing<Words>, role: Role, tenant?: Tenant) => readonly Section[];
  /** Work that waits for someone, by the key of the section. Pages about errors do without. */
  readonly countWaiting?: (
    call: Pick<DeskCall<Tenant, Words>, 'tenant' | 'role' | 'phrasing'>,
  ) => Promise<Readonly<Record<string, Waiting>>>;
  /** The path of the page on which people choose their mail from a tenant; the Account page links to it. */
  readonly notificationsPath?: string;
  /**
   * Pages that links in mail lead to, by path below `/desk`. Without a session, and their forms may come from anywhere,
   * since mail programs send them themselves (RFC 8058): the address holds a secret.
   */
  readonly openPages?: Readonly<Record<string, DeskPage<Visit<Words>>>>;
  /** By path below the tenant's address. */
  readonly pages: Readonly<Record<string, DeskPage<DeskCall<Tenant, Words>>>>;
  readonly endpoints: Readonly<Record<string, DeskEndpoint<DeskCall<Tenant, Words>>>>;
}
