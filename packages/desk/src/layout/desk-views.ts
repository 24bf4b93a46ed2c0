import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Representation } from '@guidepost/http';
import { type DeskPhrasing, fill } from '@guidepost/i18n';
import { type Assets, asScriptData, DAY_TEMPLATE, pageHeaders } from '@guidepost/pages';
import { Eta } from 'eta';
import type { Notice } from './notice.ts';
import type { View } from './view.ts';

/** Templates of all desks, which a service's own can include with an @. */
const SHARED = {
  '@layout': './layout.eta',
  '@error': './error.eta',
  '@field': './field.eta',
  '@secret': './secret.eta',
  '@text': './text.eta',
  '@logo': './logo.eta',
  '@language': './language.eta',
  '@pager': './pager.eta',
  '@not-saved': './not-saved.eta',
  '@sign-in': '../sign-in/sign-in.eta',
  '@welcome': '../sign-in/welcome.eta',
  '@tenants': '../tenants/tenants.eta',
  '@account': '../account/account.eta',
  '@passkey': '../account/passkey.eta',
  '@people': '../people/people.eta',
  '@remove-person': '../people/remove-person.eta',
  '@link': '../people/link.eta',
  '@time': './time.eta',
  '@day': DAY_TEMPLATE.href,
  '@confirm': '../confirmation/confirm.eta',
  '@keys': '../keys/keys.eta',
  '@webhooks': '../webhooks/webhooks.eta',
  '@webhook': '../webhooks/webhook.eta',
  '@webhook-secret': '../webhooks/secret.eta',
  '@webhook-state': '../webhooks/state.eta',
  '@delivery': '../webhooks/delivery.eta',
  '@delivery-answer': '../webhooks/answer.eta',
  '@chart': '../insight-pages/chart.eta',
  '@audit': '../audit/audit.eta',
  '@health': '../health/health.eta',
};

export interface Section {
  key: string;
  label: string;
  /** Below the tenant's address. */
  path: string;
}

/** What surrounds a view. */
export interface Surroundings {
  phrasing: DeskPhrasing;
  /** Of forms; undefined for those who are not signed in. */
  token?: string | undefined;
  person?: object | undefined;
  tenant?: { name: string; accentColor: string; site?: string | undefined } | undefined;
  /** The address of the tenant's desk. */
  base?: string | undefined;
  sections?: readonly Section[];
  notice?: Notice | undefined;
}

export type RepresentView = (view: View, around: Surroundings) => Representation;

const ACCENT = '#2456c8';

/** @param templates of the service's own views */
export function createDeskViews({ templates, assets }: { templates: URL; assets: Assets }): RepresentView {
  // Escapes what `<%=` prints (S35).
  const eta = new Eta({ views: fileURLToPath(templates), cache: true });
  for (const [name, path] of Object.entries(SHARED)) {
    eta.loadTemplate(name, readFileSync(new URL(path, import.meta.url), 'utf8'));
  }
  return ({ status = 200, headers, template, content, ...view }, { phrasing, ...around }) => {
    const body = eta.render(template.startsWith('@') ? template : `./${template}`, {
      ...content,
      ...view,
      ...around,
      wide: view.isWide,
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
