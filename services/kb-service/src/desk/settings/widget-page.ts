import { type FormCall, refusalOf, settingErrorsOf, type View } from '@guidepost/desk';
import { fill } from '@guidepost/i18n';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { findWidgetRules, setWidgetRules } from '../../tenants/widget.ts';
import { changeWidgetVersions, type KeptVersion, listWidgetVersions } from '../../tenants/widget-versions.ts';
import { writeRules } from '../../widget/suggestion-rules.ts';
import { integrityOf, widgetFiles } from '../../widget/widget-files.ts';
import { actorOf, type KbCall, type KbPage } from '../kb-tenant.ts';

const ROLES = ['owner'] as const;

/** The lines that put the widget on pages, what it suggests there, and versions that stay as they are. */
export function widgetPages({
  database,
  siteAddress,
}: Pick<Context, 'database' | 'siteAddress'>): Record<string, KbPage> {
  async function show(call: KbCall, content: object = {}): Promise<View> {
    const { words } = call.phrasing;
    const { id, knowledgeBase } = call.tenant;
    const home = siteAddress(knowledgeBase.main_host) ?? `https://${knowledgeBase.main_host}`;
    const { origin } = new URL(home);
    const versions = await listWidgetVersions(database, id);
    return {
      template: 'settings/widget',
      title: words.widget.heading,
      section: 'settings',
      content: {
        here: `${call.base}/settings/widget`,
        isPublic: knowledgeBase.access === 'public',
        lines: linesOf(`${home}/widget.js`, { home, help: words.widget.help }),
        policy: `script-src ${origin}; connect-src ${origin}; img-src ${origin}`,
        typed: writeRules(await findWidgetRules(database, id)),
        versions: versions.map((version) => ({ ...version, ...pinnedLines(version, { home, call }) })),
        wrong: {},
        problem: undefined,
        ...content,
      },
    };
  }

  return {
    '/settings/widget': {
      roles: ROLES,
      read: (call) => show(call),
      async post(call) {
        const text = call.form.first('widget_rules') ?? '';
        try {
          await setWidgetRules(database, actorOf(call), { host: call.tenant.key, text });
        } catch (error) {
          const wrong = settingErrorsOf(error, call.phrasing);
          return { ...(await show(call, { typed: text, wrong })), status: 422 };
        }
        return { seeOther: `${call.base}/settings/widget`, notice: 'noticeSaved' };
      },
    },
    '/settings/widget/versions': {
      roles: ROLES,
      async post(call) {
        try {
          await changeVersions(call);
        } catch (error) {
          const { status, headers, problem } = refusalOf(error, call.phrasing);
          const isFull = error instanceof AppError && error.details.reason === 'manyVersions';
          const said = isFull ? call.phrasing.words.widget.tooMany : problem;
          return { ...(await show(call, { problem: said })), status, headers };
        }
        return { seeOther: `${call.base}/settings/widget`, notice: 'noticeSaved' };
      },
    },
  };

  async function changeVersions(call: FormCall<KbCall>): Promise<void> {
    const { form, tenant } = call;
    const remove = form.first('version');
    const change =
      form.first('action') === 'remove' && remove !== undefined
        ? { remove }
        : { keep: await widgetFiles(tenant.knowledgeBase.accent_color) };
    await changeWidgetVersions(database, actorOf(call), { host: tenant.key, ...change });
  }
}

/** The script, and the element with the link for those without scripts. */
function linesOf(
  script: string,
  { home, help, integrity = '' }: { home: string; help: string; integrity?: string },
): string {
  const checked = integrity && ` integrity="${integrity}" crossorigin`;
  return `<script type="module" src="${script}"${checked}></script>
<guidepost-help><a href="${home}/">${help}</a></guidepost-help>`;
}

function pinnedLines(
  { version, loader, kept_at }: KeptVersion,
  { home, call: { phrasing } }: { home: string; call: KbCall },
): object {
  const script = `${home}/widget/versions/${version}/widget.js`;
  const { keptSince, help } = phrasing.words.widget;
  return {
    name: fill(keptSince, { date: phrasing.date(kept_at) }),
    lines: linesOf(script, { home, help, integrity: integrityOf(loader) }),
  };
}
