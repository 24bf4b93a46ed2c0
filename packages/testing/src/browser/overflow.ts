import type { Page } from 'playwright-core';

/** Elements that cause horizontal scrolling, one line for each innermost one. */
export function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const sticksOut = (element: Element) => element.getBoundingClientRect().right > width + 1;
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    return Array.from(document.body.querySelectorAll('*'))
      .filter((element) => sticksOut(element) && !Array.from(element.children).some(sticksOut))
      .filter((element) => !scrolls(element.parentElement))
      .map(({ localName, textContent }) => `${localName} "${textContent?.trim()}" sticks out of ${width} px`);
  });
}
