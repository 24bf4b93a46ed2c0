/**
 * The `inner` of a parameter named `family[inner]`, possibly empty; `undefined` for every other name, also for
 * one with more brackets.
 */
export function innerName(name: string, family: string): string | undefined {
  if (!name.startsWith(family) || name[family.length] !== '[' || !name.endsWith(']')) {
    return undefined;
  }
  const inner = name.slice(family.length + 1, -1);
  return inner.includes('[') || inner.includes(']') ? undefined : inner;
}
