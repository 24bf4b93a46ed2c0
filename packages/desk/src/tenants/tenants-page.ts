import type { DeskOptions } from '../desk-options.ts';
import type { DeskPage, DeskTenant, PersonCall } from '../requests/calls.ts';

/** The beginning: what someone works on, or straight to the only one. */
export function tenantPages({
  service,
  listTenants,
}: Pick<DeskOptions<DeskTenant>, 'service' | 'listTenants'>): Record<string, DeskPage<PersonCall>> {
  return {
    '': {
      async read({ session, phrasing }) {
        const tenants = await listTenants(session.memberships.map(({ tenantId }) => tenantId));
        const [only, ...others] = tenants.map((tenant) => ({
          ...tenant,
          path: `/desk/${service}/${encodeURIComponent(tenant.key)}`,
        }));
        if (only && others.length === 0) return { seeOther: only.path };
        return {
          template: '@tenants',
          title: phrasing.words.tenants,
          content: { tenants: only ? [only, ...others] : [] },
        };
      },
    },
  };
}
