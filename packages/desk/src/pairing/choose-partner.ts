import type { Pair, PairTenant } from '@guidepost/pairing';
import { AppError, type Logger } from '@guidepost/service-kit';
import type { DeskCall, DeskPage, DeskTenant } from '../requests/calls.ts';

/** The choice of the tenant of the other service that a tenant belongs to, for its settings. */
export interface PartnerChoice {
  label: string;
  hint: string;
  /** The next step; empty if the other one has chosen this one, too. */
  bothHint: string;
  /** Its key, or an empty string. */
  chosen: string;
  /** Those that the person owns; undefined without an answer of the other service. */
  tenants: readonly PairTenant[] | undefined;
}

interface Needs {
  pair: Pair | undefined;
  logger: Logger;
}

/** Undefined for a service that is alone. */
export async function partnerChoice(
  { pair, logger }: Needs,
  { tenant, session, phrasing: { words } }: DeskCall,
): Promise<PartnerChoice | undefined> {
  if (!pair) return undefined;
  const { service } = pair;
  const { partner: chosen = '' } = tenant;
  const labels = words.services.settings[service];
  try {
    const { tenants } = await pair.ask('tenants', { email: session.person.email });
    const isListed = chosen === '' || tenants.some(({ key }) => key === chosen);
    const present = { key: chosen, name: chosen, language: '' };
    const isMutual =
      chosen !== '' && tenants.some(({ key, partner }) => key === chosen && partner === tenant.key);
    const bothHint = isMutual ? '' : labels.bothHint;
    return { ...labels, bothHint, chosen, tenants: isListed ? tenants : [...tenants, present] };
  } catch (err) {
    logger.warn({ err }, 'the other service does not answer');
    return { ...labels, chosen, tenants: undefined };
  }
}

/** The form of the choice. @param save stores it; undefined for none */
export function partnerPage<Tenant extends DeskTenant, Words extends object>(
  { pair }: Pick<Needs, 'pair'>,
  save: (call: DeskCall<Tenant, Words>, chosen: PairTenant | undefined) => Promise<unknown>,
): DeskPage<DeskCall<Tenant, Words>> {
  return {
    roles: ['owner'],
    async post({ form, ...call }) {
      if (!pair) throw new AppError('not-found', 'There is nothing at this address.');
      const typed = form.first('partner') ?? '';
      const done = { seeOther: `${call.base}/settings`, notice: 'noticeSaved' };
      if (typed === (call.tenant.partner ?? '')) return done;
      const { tenants } = await pair.ask('tenants', { email: call.session.person.email });
      const chosen = tenants.find(({ key }) => key === typed);
      if (typed !== '' && !chosen) throw new AppError('not-found', `${typed} is not one of yours.`);
      await save(call, chosen);
      return done;
    },
  };
}
