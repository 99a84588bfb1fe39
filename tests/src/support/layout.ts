/** A layout for jsdom, which has none: every box has the same size. */
import { onTestFinished, vi } from 'vitest';

/** Sets the size of every box, in CSS pixels, until the end of the test. */
export function giveLayout({ width, height }: { width: number; height: number }): void {
  const { prototype } = HTMLElement;
  const size = vi.spyOn(prototype, 'offsetHeight', 'get').mockReturnValue(height);
  const wide = vi.spyOn(prototype, 'offsetWidth', 'get').mockReturnValue(width);
  const box = vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(height);
  const inner = vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(width);
  const rect = vi
    .spyOn(Element.prototype, 'getBoundingClientRect')
    .mockReturnValue(DOMRect.fromRect({ x: 0, y: 0, width, height }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
      unobserve = () => undefined;
      disconnect = () => undefined;
    },
  );
  onTestFinished(() => {
    for (const spy of [size, wide, box, inner, rect]) spy.mockRestore();
    vi.unstubAllGlobals();
  });
}
