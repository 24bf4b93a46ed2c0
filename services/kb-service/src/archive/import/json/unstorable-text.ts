/**
 * Finds strings that PostgreSQL or UTF-8 cannot hold: U+0000 and halves of surrogate pairs, which JSON can
 * write as escapes.
 *
 * @returns their paths, such as `guides[3].title`
 */
export function findUnstorableText(value: unknown): string[] {
  const found: string[] = [];
  const pending: [path: string, value: unknown][] = [['', value]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [path, current] = next;
    if (typeof current === 'string' && isUnstorable(current)) found.push(path || 'the document');
    if (typeof current !== 'object' || !current) continue;
    for (const member of membersOf(path, current)) pending.push(member);
  }
  return found.reverse();
}

function isUnstorable(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed();
}

function membersOf(path: string, value: object): [string, unknown][] {
  if (Array.isArray(value)) return value.map((item, index) => [`${path}[${index}]`, item]);
  return Object.entries(value).map(([name, member]) => [path ? `${path}.${name}` : name, member]);
}
