const SVG = 'http://www.w3.org/2000/svg';

/** Strokes on a grid of 24 by 24. */
const PATHS = {
  bold: 'M7 5h6a3.5 3.5 0 0 1 0 7H7zM7 12h7a3.5 3.5 0 0 1 0 7H7z',
  italic: 'M11 5h6M7 19h6M14 5l-4 14',
  strike:
    'M4 12h16M16 7.5C15.5 6 14 5 12 5c-2.5 0-4 1.3-4 3 0 1 .5 1.8 1.3 2.4M8 16c.4 1.8 2 3 4 3 2.400 0 4-1.200 4-3 0-.8-.2-1.400-.7-2',
  code: 'M9 7l-5 5 5 5M15 7l5 5-5 5',
  kbd: 'M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8',
  mark: 'M5 19h14M8 15l-1-3 7-7 4 4-7 7zM8 15l3 1',
  sub: 'M4 6l8 10M12 6L4 16M16 15.500c.3-1 3.500-1.500 3.500.5 0 1.500-3.500 2-3.500 4h4',
  sup: 'M4 8l8 10M12 8L4 18M16 4.500c.3-1 3.500-1.500 3.500.5 0 1.500-3.500 2-3.500 4h4',
  clear: 'M6 5h12M12 5l-2 14M4 4l16 16',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01',
  file: 'M19 11l-7.500 7.500a4.500 4.500 0 0 1-6.400-6.400l8-8a3 3 0 0 1 4.300 4.300l-7.900 7.800a1.500 1.500 0 0 1-2.100-2.100l7-6.900',
  video: 'M4 6h16v12H4zM10 9.500v5l4-2.500z',
  bulletList: 'M9 6h11M9 12h11M9 18h11M4.500 6h.01M4.500 12h.01M4.500 18h.01',
  orderedList: 'M10 6h10M10 12h10M10 18h10M4 5l1.500-1v5M3.500 14.500c.5-1 3-1 3 .5 0 1.500-3 2-3 4h3',
  taskList: 'M11 7h9M11 17h9M3.500 7l1.500 1.500L8 5.500M4 14.500h4v4H4z',
  quote:
    'M5 17V9.500C5 7.500 6.500 6.500 8.500 6.500M5 11h4v6H5M14 17V9.500c0-2 1.500-3 3.500-3M14 11h4v6h-4',
  details: 'M4 7l3 3 3-3M13 8h7M6 14h14M6 18h14',
  rule: 'M4 12h16',
  table: 'M4 5h16v14H4zM4 10h16M4 14.500h16M12 5v14',
  more: 'M5.500 12h.7M11.600 12h.7M17.700 12h.7',
  heading2: 'M4 6v12M11 6v12M4 12h7M15.500 11c.3-2.500 4.500-2.500 4.500.3 0 2-4.500 4-4.500 6.700H20',
  heading3:
    'M4 6v12M11 6v12M4 12h7M15.500 10c.8-1.600 4.200-1.500 4.200 1 0 1.600-2.200 1.900-2.200 1.900s2.500.1 2.500 2.300c0 2.800-4 3-4.800 1',
  heading4: 'M4 6v12M11 6v12M4 12h7M19 18V9.500L15 15.500h5.500',
  codeBlock: 'M4 5h16v14H4zM10 9.500L7.500 12l2.500 2.500M14 9.500l2.500 2.500-2.500 2.500',
  note: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16M12 11.500v4.500M12 8h.01',
  tip: 'M9.500 18h5M10.500 21h3M12 3a5.500 5.500 0 0 1 3 10.100V15H9v-1.900A5.500 5.500 0 0 1 12 3',
  important: 'M4 5h16v11h-8l-4 4v-4H4zM12 8v3M12 13.300h.01',
  warning: 'M12 4l9 16H3zM12 10v4.500M12 17h.01',
  caution: 'M8.500 4h7L20 8.500v7L15.500 20h-7L4 15.500v-7zM12 8v5M12 16h.01',
  keys: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16M9.500 10c.2-3 5-3 5 0 0 1.800-2.500 1.900-2.500 3.700M12 16.500h.01',
  remark: 'M4 5h16v11h-8l-4 4v-4H4zM8 9h8M8 12.500h5',
  undo: 'M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10h-3',
  redo: 'M16 5l4 4-4 4M20 9H10a5 5 0 0 0 0 10h3',
  rowAbove: 'M4 13h16v6H4zM12 3v7M8.500 6.500h7',
  rowBelow: 'M4 5h16v6H4zM12 14v7M8.500 17.500h7',
  deleteRow: 'M4 5h16v5H4zM9 14l6 6M15 14l-6 6',
  columnBefore: 'M13 4h6v16h-6zM3 12h7M6.500 8.500v7',
  columnAfter: 'M5 4h6v16H5zM14 12h7M17.500 8.500v7',
  deleteColumn: 'M5 4h5v16H5zM14 9l6 6M20 9l-6 6',
  headerRow: 'M4 5h16v14H4zM4 10h16M6.500 7.500h11',
  headerColumn: 'M4 5h16v14H4zM10 5v14M7 8v8',
  merge: 'M4 5h16v14H4zM7 12h3M17 12h-3M9 10l2 2-2 2M15 10l-2 2 2 2',
  split: 'M4 5h16v14H4zM12 5v14M9 10l-2 2 2 2M15 10l2 2-2 2',
  deleteTable: 'M4 5h16v14H4zM9 9l6 6M15 9l-6 6',
  natural: 'M4 4v16M20 4v16M9 8.500h6v7H9z',
  half: 'M4 4v16M20 4v16M4 8h8v8H4z',
  full: 'M4 4v16M20 4v16M4 8h16v8H4z',
  replace: 'M4 9h13M13.500 5.500L17 9l-3.500 3.500M20 15H7M10.500 11.500L7 15l3.500 3.500',
};

export type IconName = keyof typeof PATHS;

export function icon(name: IconName): SVGElement {
  const drawing = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  for (const [attribute, value] of [
    ['viewBox', '0 0 24 24'],
    ['aria-hidden', 'true'],
    ['focusable', 'false'],
  ] as const)
    drawing.setAttribute(attribute, value);
  path.setAttribute('d', PATHS[name]);
  drawing.append(path);
  return drawing;
}
