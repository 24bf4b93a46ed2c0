/** What the editor says. `%1`, `%2` … are replaced. */
export interface EditorWords {
  editor: string;
  toolbar: string;
  views: string;
  text: string;
  html: string;
  /** Above the HTML view of a guide that cannot be edited as text. */
  onlyHtml: string;
  losses: {
    syntax: string;
    element: string;
    attribute: string;
    text: string;
    removedElement: string;
    removedAttribute: string;
  };
  style: string;
  styles: {
    paragraph: string;
    heading2: string;
    heading3: string;
    heading4: string;
    codeBlock: string;
    other: string;
  };
  tools: {
    bold: string;
    italic: string;
    strike: string;
    code: string;
    kbd: string;
    mark: string;
    sub: string;
    sup: string;
    clear: string;
    link: string;
    image: string;
    video: string;
    bulletList: string;
    orderedList: string;
    taskList: string;
    quote: string;
    details: string;
    rule: string;
    table: string;
    undo: string;
    redo: string;
  };
  callout: string;
  /** Also the title of a new callout. */
  callouts: { note: string; tip: string; important: string; warning: string; caution: string };
  noCallout: string;
  language: string;
  summary: string;
  /** What the checkbox of a task says. */
  taskDone: string;
  tables: {
    toolbar: string;
    rowAbove: string;
    rowBelow: string;
    deleteRow: string;
    columnBefore: string;
    columnAfter: string;
    deleteColumn: string;
    headerRow: string;
    headerColumn: string;
    merge: string;
    split: string;
    alignment: string;
    alignments: { none: string; left: string; center: string; right: string };
    deleteTable: string;
  };
  links: {
    title: string;
    address: string;
    addressHint: string;
    text: string;
    found: string;
    noneFound: string;
    invalid: string;
    remove: string;
  };
  images: {
    title: string;
    file: string;
    alternative: string;
    alternativeHint: string;
    decorative: string;
    missing: string;
    caption: string;
    uploading: string;
    failed: string;
  };
  videos: { title: string; address: string; hint: string; invalid: string; name: string };
  /** Of the HTML. */
  search: {
    find: string;
    replacement: string;
    next: string;
    previous: string;
    all: string;
    matchCase: string;
    regularExpression: string;
    wholeWords: string;
    replace: string;
    replaceAll: string;
    close: string;
  };
  insert: string;
  apply: string;
  cancel: string;
  saving: {
    saved: string;
    savedAt: string;
    changed: string;
    saving: string;
    offline: string;
    offlineNotKept: string;
    signedOut: string;
    signIn: string;
    otherPerson: string;
    refused: string;
    restored: string;
    cleaned: string;
    tryAgain: string;
  };
  conflict: {
    title: string;
    byWhom: string;
    restored: string;
    mine: string;
    theirs: string;
    takeTheirs: string;
    keepMine: string;
    keepBoth: string;
    later: string;
    resolve: string;
    titleOf: string;
    textOf: string;
    mineHeading: string;
  };
}

/** @param text with `%1` for the first value, and so on */
export function fillIn(text: string, ...values: readonly string[]): string {
  return text.replace(/%(\d)/g, (_, number: string) => values[Number(number) - 1] ?? '');
}
