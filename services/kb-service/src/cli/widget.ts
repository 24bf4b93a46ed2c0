import { formatTable, minuteOf } from '@guidepost/command-line';
import { AppError, readSourceFile } from '@guidepost/service-kit';
import { requireKnowledgeBase } from '../tenants/find-knowledge-base.ts';
import { changeWidgetRules, findWidgetRules, setWidgetRules } from '../tenants/widget.ts';
import { changeWidgetVersions, listWidgetVersions } from '../tenants/widget-versions.ts';
import { type SuggestionRule, writeRules } from '../widget/suggestion-rules.ts';
import { integrityOf, widgetFiles } from '../widget/widget-files.ts';
import { answer, createGroup } from './commands.ts';

const PATH = ['<path>', 'the path of pages, in which * stands for any characters'] as const;

/** `kb widget` */
export const addWidget = createGroup('widget', [
  {
    name: 'show',
    description: 'show which guides the widget suggests, and the versions that are kept',
    examples: ['kb widget show help.example.com'],
    async read({ database, host }) {
      const { main_id: id } = await requireKnowledgeBase(database, host);
      const rules = await findWidgetRules(database, id);
      const versions = (await listWidgetVersions(database, id)).map(({ version, loader, kept_at }) => ({
        version,
        integrity: integrityOf(loader),
        kept_at,
      }));
      const rows = versions.map((kept) => [kept.version, minuteOf(kept.kept_at), kept.integrity]);
      return answer(
        { host, rules, versions },
        [
          rules.length > 0 ? writeRules(rules) : 'There are no rules for suggestions.',
          ...(rows.length > 0 ? ['', formatTable([['VERSION', 'KEPT (UTC)', 'INTEGRITY'], ...rows])] : []),
        ].join('\n'),
      );
    },
  },
  {
    name: 'add',
    description: 'suggest guides on pages of a path; replaces the rule of the same path, or comes last',
    arguments: [PATH, ['<guides...>', 'slugs of guides, and of tags after tag:']],
    examples: [
      "kb widget add help.example.com '/checkout/*' refunds pay-by-invoice",
      "kb widget add help.example.com '/*/account' tag:account",
    ],
    async change({ database, actor, host }, [path = '', ...names]) {
      const line = [path, ...names].join(' ');
      const change = (present: readonly SuggestionRule[]) => {
        const lines = present.map((rule) => (rule.path === path ? line : writeRules([rule])));
        return (present.some((rule) => rule.path === path) ? lines : [...lines, line]).join('\n');
      };
      await changeWidgetRules(database, actor, { host, change });
      return answer({ host, path }, `Pages of ${path} have suggestions.`);
    },
  },
  {
    name: 'remove',
    description: 'remove the rule of a path',
    arguments: [PATH],
    examples: ["kb widget remove help.example.com '/checkout/*'"],
    async change({ database, actor, host }, [path = '']) {
      const change = (present: readonly SuggestionRule[]) => {
        const others = present.filter((rule) => rule.path !== path);
        if (others.length === present.length)
          throw new AppError('not-found', `There is no rule for ${path}.`);
        return writeRules(others);
      };
      await changeWidgetRules(database, actor, { host, change });
      return answer({ host, removed: path }, `Removed the rule for ${path}.`);
    },
  },
  {
    name: 'import',
    description: 'replace all rules by the lines of a file; the first one that matches a page counts',
    arguments: [['<file>', 'a line for each path: the path, then slugs of guides, and of tags after tag:']],
    examples: ['kb widget import help.example.com rules.txt'],
    async change({ database, actor, host }, [file = '']) {
      const text = new TextDecoder().decode(await readSourceFile(file, file));
      await setWidgetRules(database, actor, { host, text });
      const { main_id: id } = await requireKnowledgeBase(database, host);
      const { length } = await findWidgetRules(database, id);
      return answer(
        { host, rules: length },
        `${host} has ${length === 1 ? '1 rule' : `${length} rules`} now.`,
      );
    },
  },
  {
    name: 'keep',
    description: 'keep the present version for pages that name it with its digest',
    examples: ['kb widget keep help.example.com'],
    async change({ database, actor, host }) {
      const { accent_color: color } = await requireKnowledgeBase(database, host);
      const files = await widgetFiles(color);
      await changeWidgetVersions(database, actor, { host, keep: files });
      const kept = { version: files.version, integrity: integrityOf(files.loader) };
      const lines = `src="…/widget/versions/${kept.version}/widget.js" integrity="${kept.integrity}" crossorigin`;
      return answer({ host, ...kept }, lines);
    },
  },
  {
    name: 'forget',
    description: 'keep a version no longer: pages that name it have no widget from then on',
    arguments: [['<version>', 'its name in the address']],
    examples: ['kb widget forget help.example.com Zk3x9QvTb1aL'],
    async change({ database, actor, host }, [version = '']) {
      await changeWidgetVersions(database, actor, { host, remove: version });
      return answer({ host, removed: version }, `Version ${version} is not kept.`);
    },
  },
]);
