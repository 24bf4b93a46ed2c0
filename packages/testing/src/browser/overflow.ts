import type { Page } from 'playwright-core';

/** What causes horizontal scrolling, one line for each innermost element, or one if it is text alone. */
export function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const sticksOut = (element: Element) => element.getBoundingClientRect().right > width + 1;
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const elements = Array.from(document.body.querySelectorAll('*'))
      .filter((element) => sticksOut(element) && !Array.from(element.children).some(sticksOut))
      .filter((element) => !scrolls(element.parentElement))
      .map(({ localName, textContent }) => `${localName} "${textContent?.trim()}" sticks out of ${width} px`);
    const { scrollWidth } = document.documentElement;
    return elements.length === 0 && scrollWidth > width + 1
      ? [`something makes a page of ${width} px ${scrollWidth} px wide`]
      : elements;
  });
}
