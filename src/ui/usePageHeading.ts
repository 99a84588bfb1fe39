/** Sets the document title, and focuses the heading after navigation. */
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { config } from '#src/shared/config.ts';

/**
 * Sets the document title to "Page – Context – Product" and, after a navigation within the console, moves the focus to
 * the heading, so that it is announced and the next Tab starts at the top. Does not move the focus on the first page.
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
    // Only a changed path counts as a navigation; a changed query, such as a filter, does not.
    if (arrivedAt.current === pathname) return;
    arrivedAt.current = pathname;
    if (!document.querySelector('dialog[open]')) heading.current?.focus({ preventScroll: true });
  }, [pathname]);
  return heading;
}
