import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { HttpError, Representation } from '@guidepost/http';
import { type DeskPhrasing, fill } from '@guidepost/i18n';
import {
  type Assets,
  asScriptData,
  DAY_TEMPLATE,
  DRAFT_TEMPLATE,
  FILE_INPUT_TEMPLATE,
  pageHeaders,
  WRITING_BAR_TEMPLATE,
} from '@guidepost/pages';
import { Eta } from 'eta';
import type { DeskTenant, Visit } from '../requests/calls.ts';
import type { NotSaved } from '../requests/forms.ts';
import { describeProblem } from '../requests/problems.ts';
import { type Notice, noticeOf, type View } from './view.ts';

export const DESK_STYLE = new URL('../assets/desk.css', import.meta.url);

export const DESK_SCRIPT = new URL('../assets/desk.js', import.meta.url);

/** Keys of lists and of pages with the template `@shortcuts`; after {@link DESK_SCRIPT}. */
export const KEYS_SCRIPT = new URL('../assets/keys.js', import.meta.url);

/** Templates of all desks, which a service's own can include with an @. */
const SHARED = {
  '@layout': './layout.eta',
  '@error': './error.eta',
  '@field': './field.eta',
  '@copyable': './copyable.eta',
  '@text': './text.eta',
  '@logo': './logo.eta',
  '@language': './language.eta',
  '@pager': './pager.eta',
  '@not-saved': './not-saved.eta',
  '@sign-in': '../sign-in/sign-in.eta',
  '@reset': '../sign-in/reset.eta',
  '@welcome': '../sign-in/welcome.eta',
  '@tenants': '../tenants/tenants.eta',
  '@new-tenant': '../tenants/new-tenant.eta',
  '@account': '../account/account.eta',
  '@passkey': '../account/passkey.eta',
  '@people': '../people/people.eta',
  '@member-languages': '../people/member-languages.eta',
  '@choose-languages': '../people/choose-languages.eta',
  '@remove-person': '../people/remove-person.eta',
  '@link': '../people/link.eta',
  '@time': './time.eta',
  '@day': DAY_TEMPLATE.href,
  '@draft': DRAFT_TEMPLATE.href,
  '@file-input': FILE_INPUT_TEMPLATE.href,
  '@writing-bar': WRITING_BAR_TEMPLATE.href,
  '@confirm': '../confirmation/confirm.eta',
  '@programs': '../programs/programs.eta',
  '@program-uses': '../insight-pages/program-uses.eta',
  '@pass': '../pairing/pass.eta',
  '@partner': '../pairing/partner.eta',
  '@keys': '../keys/keys.eta',
  '@webhooks': '../webhooks/webhooks.eta',
  '@webhook': '../webhooks/webhook.eta',
  '@webhook-secret': '../webhooks/secret.eta',
  '@webhook-state': '../webhooks/state.eta',
  '@delivery': '../webhooks/delivery.eta',
  '@delivery-answer': '../webhooks/answer.eta',
  '@chart': '../insight-pages/chart.eta',
  '@addresses': '../addresses/addresses.eta',
  '@audit': '../audit/audit.eta',
  '@health': '../health/health.eta',
  '@kept-mail': '../health/kept-mail.eta',
  '@chips': '../views/chips.eta',
  '@views': '../views/views.eta',
  '@shortcuts': '../views/shortcuts.eta',
  '@save-view': '../views/save-view.eta',
  '@saved-views': '../views/saved-views.eta',
};

export interface Section {
  key: string;
  label: string;
  /** Below the tenant's address. */
  path: string;
  /** Whether it is the list with the search of the desk, in a field `q`. */
  hasSearch?: boolean;
}

/** Work that waits in a section. */
export interface Waiting {
  /** None is not shown. */
  count: number;
  /** Says to screen readers what the number is. */
  label: string;
  /** The list of what waits, below the tenant's address. */
  path: string;
}

/** The frame of a view: person, tenant, sections, notice. */
export interface Surroundings {
  phrasing: DeskPhrasing;
  /** The token of forms; undefined for those who are not signed in. */
  token?: string | undefined;
  person?: object | undefined;
  tenant?: Pick<DeskTenant, 'name' | 'accentColor' | 'site' | 'partner'> | undefined;
  /** The address of the tenant's desk. */
  base?: string | undefined;
  sections?: readonly Section[];
  waiting?: Readonly<Record<string, Waiting>> | undefined;
  notice?: Notice | undefined;
}

export type RepresentView = (view: View, around: Surroundings) => Representation;

const ACCENT = '#2456c8';

interface ViewsOptions {
  /** The folder of the service's own views. */
  templates: URL;
  assets: Assets;
  service: 'kb' | 'forum';
  /** Undefined for a service that is alone. */
  pairing?: object | undefined;
}

export function createDeskViews({ templates, assets, service, pairing }: ViewsOptions): RepresentView {
  // Escapes what `<%=` prints (S35).
  const eta = new Eta({ views: fileURLToPath(templates), cache: true });
  for (const [name, path] of Object.entries(SHARED)) {
    eta.loadTemplate(name, readFileSync(new URL(path, import.meta.url), 'utf8'));
  }
  return ({ status = 200, headers, template, content, notice, undo, ...view }, { phrasing, ...around }) => {
    const body = eta.render(template.startsWith('@') ? template : `./${template}`, {
      ...content,
      ...view,
      ...around,
      notice: notice ? { ...noticeOf(notice, phrasing.words), undo } : around.notice,
      wide: view.isWide,
      // The services whose desks people pass between.
      services: pairing && around.tenant?.partner ? { here: service, all: ['kb', 'forum'] } : undefined,
      phrasing,
      language: phrasing.language,
      words: phrasing.words,
      fill,
      assets: assets.addresses(around.tenant?.accentColor ?? ACCENT),
      json: asScriptData,
    });
    return {
      status,
      headers: { ...pageHeaders({ foreign: view.foreign, isPersonal: true }), ...headers },
      body,
    };
  };
}

export function errorView(error: HttpError, { phrasing }: Visit): View {
  const { words } = phrasing;
  const { status } = error;
  return {
    status,
    template: '@error',
    title: words.errorHeading,
    content: {
      heading: status === 404 ? words.notFoundHeading : words.errorHeading,
      message: describeProblem(error, phrasing),
    },
  };
}

/** Shows a form again that was sent after its sender was signed out. */
export function notSavedView({ form, isSignedIn }: NotSaved, { request, phrasing: { words } }: Visit): View {
  const fields = [...form.entries()].filter(([name]) => name !== 'token');
  return {
    status: isSignedIn ? 403 : 401,
    template: '@not-saved',
    title: words.notSaved,
    content: {
      message: isSignedIn ? words.sentFromOldPage : words.signedOutMeanwhile,
      action: request.originalUrl,
      fields,
    },
  };
}
