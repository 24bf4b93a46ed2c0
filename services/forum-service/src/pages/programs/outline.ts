import { fill } from '@guidepost/i18n';
import { descriptionOf, escapeMarkdown, firstSentence, representText } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { listAcceptedAnswers } from '../../posts/read-dialog.ts';
import { readableText } from '../../rendering/render-posts.ts';
import type { PageKind } from '../page-kind.ts';

/** So many fit into the 100 kB that programs like to read. */
const MOST = 300;

const CHARACTERS = 1_000;

/** `/llms.txt` (https://llmstxt.org): questions with the answer that their authors accepted, for programs. */
export function outlinePage({ content }: Pick<Context, 'content'>): PageKind {
  return {
    isForAnybody: true,
    keptAs: () => '',
    async read({ site }) {
      const { forum, name, organization, phrasing, language, addresses } = site;
      const request = { forumId: forum.id, limit: MOST, characters: CHARACTERS };
      const answers = await listAcceptedAnswers(content.of(forum), request);
      const lines = answers.map(({ id, title, ...answer }) => {
        const said = descriptionOf(readableText(answer)) ?? '';
        const link = `- [${escapeMarkdown(title)}](${addresses.dialogPage(id)}.md)`;
        return said ? `${link}: ${escapeMarkdown(firstSentence(said, language))}` : link;
      });
      const parts = [
        `# ${escapeMarkdown(name)}`,
        `> ${escapeMarkdown(fill(phrasing.words.siteDescription, { organization }))}`,
        `MCP: ${addresses.home}/mcp`,
        lines.length > 0 && `## ${escapeMarkdown(phrasing.words.members.accepted)}\n\n${lines.join('\n')}`,
      ];
      return representText(`${parts.filter(Boolean).join('\n\n')}\n`);
    },
  };
}
