import { VOID } from './element-names.ts';
import { writeElement, writeText } from './write-markup.ts';

const BOOLEAN = new Set([
  'allowfullscreen',
  'checked',
  'controls',
  'disabled',
  'loop',
  'muted',
  'open',
  'reversed',
]);

/** The document of a browser, in the service's own syntax. */
export function writeDom(root: ParentNode): string {
  return Array.from(root.childNodes, writeNode).join('');
}

function writeNode(node: ChildNode): string {
  if (node instanceof Text) return writeText(node.data);
  if (!(node instanceof Element)) return '';
  const attributes = Array.from(
    node.attributes,
    ({ name, value }) => [name, BOOLEAN.has(name) ? null : value] as const,
  );
  return writeElement(node.localName, attributes, VOID.has(node.localName) ? '' : writeDom(node));
}
