import { AppError } from '@guidepost/service-kit';
import { INSTANCE } from '@guidepost/staff';
import type { Session } from '@guidepost/staff/sign-in';
import type { View } from '../layout/view.ts';
import type {
  DeskPage,
  DeskTenant,
  FormCall,
  PersonCall,
  TenantCreation,
  TypedTenant,
} from '../requests/calls.ts';
import { fieldErrorsOf } from '../requests/problems.ts';

interface Options<Words extends object> {
  service: 'kb' | 'forum';
  listTenants: (ids: readonly number[]) => Promise<DeskTenant[]>;
  creation?: TenantCreation<Words> | undefined;
}

const FIELDS = ['name', 'address', 'language', 'accent_color', 'forum'] as const;

const ACCENT = '#2456c8';

/** Who may make tenants, here and now. */
function mayCreate({ isPassed, memberships }: Session): boolean {
  return !isPassed && memberships.some(({ tenantId, role }) => tenantId === INSTANCE && role === 'owner');
}

/** The beginning: what someone works on, or straight to the only one; and the form that makes a new one. */
export function tenantPages<Words extends object>({
  service,
  listTenants,
  creation,
}: Options<Words>): Record<string, DeskPage<PersonCall<Words>>> {
  const isCreator = (session: Session) => creation !== undefined && mayCreate(session);

  async function form(call: PersonCall<Words>, content: object = {}): Promise<View> {
    const { language, words } = call.phrasing;
    return {
      template: '@new-tenant',
      title: words.begin[service].make,
      content: {
        begin: words.begin[service],
        typed: { name: '', address: '', language, accent_color: ACCENT, forum: '' },
        languages: creation?.languages(language) ?? [],
        forum: (await creation?.offersForum?.()) ? words.begin.forumWithIt : undefined,
        wrong: {},
        ...content,
      },
    };
  }

  return {
    '': {
      async read({ session, phrasing }) {
        const tenants = await listTenants(session.memberships.map(({ tenantId }) => tenantId));
        const [only, ...others] = tenants.map((tenant) => ({
          ...tenant,
          path: `/desk/${service}/${encodeURIComponent(tenant.key)}`,
        }));
        if (only && others.length === 0 && !isCreator(session)) return { seeOther: only.path };
        return {
          template: '@tenants',
          title: phrasing.words.tenants,
          content: {
            tenants: only ? [only, ...others] : [],
            make: isCreator(session) ? phrasing.words.begin[service].make : undefined,
          },
        };
      },
    },
    '/new': {
      async read(call) {
        requireCreator(call.session, isCreator);
        return form(call);
      },
      async post(call) {
        requireCreator(call.session, isCreator);
        const typed = readTyped(call);
        try {
          return { seeOther: (await creation?.create(call, typed)) ?? '/desk' };
        } catch (error) {
          return { ...(await form(call, { typed, wrong: wrongIn(call, error) })), status: 422 };
        }
      },
    },
  };

  function wrongIn({ phrasing: { words } }: PersonCall<Words>, error: unknown): Record<string, string> {
    const isTaken = error instanceof AppError && error.kind === 'conflict';
    const { taken } = words.begin;
    const rules: Record<string, string> = {
      ...words.settingRules,
      address: isTaken ? taken : words.begin[service].rule,
      forum: isTaken ? taken : words.begin.forum.rule,
    };
    const wrong = Object.entries(fieldErrorsOf(error));
    return Object.fromEntries(wrong.map(([field, message]) => [field, rules[field] ?? message]));
  }
}

function requireCreator(session: Session, isCreator: (session: Session) => boolean): void {
  if (!isCreator(session)) throw new AppError('not-found', 'There is nothing at this address.');
}

function readTyped({ form }: FormCall<PersonCall>): TypedTenant {
  return Object.fromEntries(FIELDS.map((field) => [field, form.first(field)?.trim() ?? ''])) as Record<
    keyof TypedTenant,
    string
  >;
}
