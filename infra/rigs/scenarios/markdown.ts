import { parseDocument } from 'htmlparser2';
import { writeContent } from '../../../packages/pages/src/index.ts';
import { convertMarkdown, readContent } from '../../../services/kb-service/src/content/content.ts';
import { MANUALS, type ManualGuide, readGuides } from '../manual-guides.ts';
import type { Report } from '../report.ts';
import type { Run } from '../scenario.ts';

interface Compared extends ManualGuide {
  milliseconds: number;
  /** The elements and texts of a guide, and of its Markdown when it is imported again. */
  before: string[];
  after: string[];
}

/** Writes every page of real manuals as Markdown, imports that again, and compares. */
export async function writeManuals({ report }: Run): Promise<void> {
  for (const [name, language, find] of MANUALS) {
    const compared: Compared[] = [];
    for (const guide of await readGuides(await find(), language)) {
      const started = performance.now();
      const markdown = await writeContent({ html: guide.html, language });
      const milliseconds = performance.now() - started;
      const { contentHtml } = await readContent(await convertMarkdown(markdown, language));
      compared.push({ ...guide, milliseconds, before: outline(guide.html), after: outline(contentHtml) });
    }
    describe(name, compared, report);
  }
}

function describe(name: string, compared: readonly Compared[], report: Report): void {
  const text = (parts: string[]) =>
    parts
      .filter((part) => part.startsWith('"'))
      .map((part) => part.slice(1, -1))
      .join('')
      .replaceAll(/\s+/g, '');
  const same = compared.filter(({ before, after }) => before.join('') === after.join(''));
  const sameText = compared.filter(({ before, after }) => text(before) === text(after));
  const times = compared.map(({ milliseconds }) => milliseconds).toSorted((one, other) => one - other);
  const at = (part: number) => `${Math.round(times[Math.floor(part * (times.length - 1))] ?? 0)} ms`;
  report.print(name);
  report.figure('  same elements and text', `${same.length} of ${compared.length}`);
  report.figure('  same text', `${sameText.length} of ${compared.length}`);
  report.figure('  written in', `median ${at(0.5)}, 99th percentile ${at(0.99)}, slowest ${at(1)}`);
  for (const guide of compared) {
    if (same.includes(guide)) continue;
    const at = guide.before.findIndex((part, index) => part !== guide.after[index]);
    const around = (parts: string[]) =>
      parts
        .slice(Math.max(0, at - 1), at + 3)
        .join('')
        .slice(0, 200);
    report.print(`  ${guide.slug}: ${around(guide.before)} became ${around(guide.after)}`);
    if (!sameText.includes(guide)) report.wrong.push(`${guide.slug} has another text`);
  }
}

type Node = ReturnType<typeof parseDocument>['children'][number];

/** Elements and attributes that Markdown lacks; they carry no text. */
const IGNORED = new Set(['div', 'section', 'span', 'id', 'type']);

/** Tags with their attributes, and texts in quotation marks without the white space that HTML ignores. */
function outline(html: string): string[] {
  const parts: string[] = [];
  let text = '';
  const addText = (isCode: boolean) => {
    const part = isCode ? text.replace(/^\n/, '') : text.replaceAll(/\s+/g, ' ').trim();
    if (part !== '') parts.push(`"${part}"`);
    text = '';
  };
  const visit = (node: Node, isCode: boolean) => {
    if (node.type === 'text') text += node.data;
    if (!('children' in node) || !('attribs' in node)) return;
    const { name, attribs, children } = node;
    const attributes = Object.entries(attribs).filter(([attribute]) => !IGNORED.has(attribute));
    const isKept =
      !IGNORED.has(name) && (name !== 'a' || attribs.href !== undefined) && !(isCode && name === 'code');
    const tag = attributes.map(([attribute, value]) => ` ${attribute}="${value}"`).toSorted();
    if (isKept) {
      addText(isCode);
      parts.push(`<${name}${tag.join('')}>`);
    }
    for (const child of children) visit(child, isCode || name === 'pre');
    if (!isKept) return;
    addText(isCode || name === 'pre');
    // An empty paragraph says nothing.
    if (name === 'p' && parts.at(-1) === '<p>') parts.pop();
    else parts.push(`</${name}>`);
  };
  for (const node of parseDocument(html).children) visit(node, false);
  addText(false);
  return parts;
}
