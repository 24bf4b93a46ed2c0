type Properties = Record<string, string | boolean | ((event: Event) => void)>;

/** A DOM element; a function is a listener, and true and false are an attribute that is there or not. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [property, value] of Object.entries(properties)) {
    if (typeof value === 'function') created.addEventListener(property, value);
    else if (value === true) created.setAttribute(property, '');
    else if (value !== false) created.setAttribute(property, value);
  }
  created.append(...children);
  return created;
}

let ids = 0;

/** An ID that no other element of the page has. */
export function newId(): string {
  ids += 1;
  return `editor-${ids}`;
}
