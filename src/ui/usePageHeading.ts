/** Arriving at a page: the tab's title, and the focus on the heading. */
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { config } from '#src/shared/config.ts';

/**
 * Sets the document's title to "Page – Context – Product" and, after a navigation within the console, moves
 * the focus to the heading, so that it is read out and the next Tab starts at the page's top. The first page of a
 * visit leaves the focus to the browser.
 *
 * @returns the ref for the page's h1, which needs `tabIndex={-1}`.
 */
export function usePageHeading(title: string, context?: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, pathname } = useLocation();
  const arrivedAt = useRef(key === 'default' ? pathname : undefined);

  useEffect(() => {
    document.title = [title, context, config.productName].filter(Boolean).join(' – ');
  }, [title, context]);

  useEffect(() => {
    // A changed query (a filter, a page of a list) is no arrival: only the path counts.
    if (arrivedAt.current === pathname) return;
    arrivedAt.current = pathname;
    if (!document.querySelector('dialog[open]')) heading.current?.focus({ preventScroll: true });
  }, [pathname]);
  return heading;
}
