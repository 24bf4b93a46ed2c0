import type { Page } from 'playwright-core';

interface Box {
  name: string;
  /** The path of what sticks to an edge of the window: it covers what scrolls below it. */
  layer: string;
  /** Prefixed by the paths of its ancestors. */
  path: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Borders and empty parts of letters may overlap imperceptibly. */
const TOLERANCE = 4;

/** Texts, images and controls that overlap, one line per pair. */
export async function findOverlaps(page: Page): Promise<string[]> {
  const boxes = await readBoxes(page);
  return boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter((other) => cover(one, other))
      .map((other) => `"${one.name}" and "${other.name}" cover each other`),
  );
}

function cover(one: Box, other: Box): boolean {
  if (one.layer !== other.layer) return false;
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  if (across <= TOLERANCE || down <= TOLERANCE) return false;
  return !one.path.startsWith(other.path) && !other.path.startsWith(one.path);
}

// Runs in the page, so it must be self-contained.
function readBoxes(page: Page): Promise<Box[]> {
  return page.evaluate(() => {
    const paths = new Map<Element, string>();

    function pathOf(element: Element): string {
      const around = element.parentElement;
      if (!around) return '';
      const path = paths.get(element) ?? `${pathOf(around)}${Array.from(around.children).indexOf(element)}/`;
      paths.set(element, path);
      return path;
    }

    function layerOf(element: Element): string {
      if (getComputedStyle(element).position === 'sticky') return pathOf(element);
      return element.parentElement ? layerOf(element.parentElement) : '';
    }

    function cutOff({ left, right, top, bottom }: DOMRect, from: Element | null) {
      const box = { left, right, top, bottom };
      for (let around = from; around; around = around.parentElement) {
        if (getComputedStyle(around).overflow === 'visible') continue;
        const edge = around.getBoundingClientRect();
        box.left = Math.max(box.left, edge.left);
        box.right = Math.min(box.right, edge.right);
        box.top = Math.max(box.top, edge.top);
        box.bottom = Math.min(box.bottom, edge.bottom);
      }
      return box;
    }

    function boxesOf(node: Node): Box[] {
      const owner = node instanceof Element ? node : node.parentElement;
      if (!owner?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return [];
      const range = document.createRange();
      range.selectNode(node);
      const rectangles = node instanceof Element ? [node.getBoundingClientRect()] : range.getClientRects();
      const name = node.textContent?.trim().slice(0, 40) || owner.localName;
      const [layer, path] = [layerOf(owner), pathOf(owner)];
      return Array.from(rectangles, (rectangle) => ({
        name,
        layer,
        path,
        ...cutOff(rectangle, node.parentElement),
      }));
    }

    const controls = Array.from(document.querySelectorAll('img, svg, video, input, button, select'), boxesOf);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode())
      if (texts.currentNode.textContent?.trim()) controls.push(boxesOf(texts.currentNode));
    return controls.flat();
  });
}
