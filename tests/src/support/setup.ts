/** What jsdom lacks of a browser, and the sweeping between tests. */
import 'fake-indexeddb/auto';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// A busy machine may take long for what an idle one does at once; what never comes fails all the same.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

// Testing Library waits for time to pass; under fake timers it looks for a clock by this name only.
Object.assign(globalThis, { jest: { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) } });

/** A dialog opens and closes, and says so afterwards, as the standard has it. The top layer has no equal here. */
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    if (this.open) throw new DOMException('The dialog is open already.', 'InvalidStateError');
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    if (!this.open) return;
    this.open = false;
    queueMicrotask(() => this.dispatchEvent(new Event('close')));
  },
});
/** Esc asks the topmost dialog to cancel. */
document.addEventListener('keydown', (event) => {
  const top = [...document.querySelectorAll('dialog[open]')].at(-1);
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  top?.dispatchEvent(new Event('cancel', { cancelable: true }));
});

/** Open popovers, which jsdom's selectors can't ask for, carry this attribute. */
const opened = 'data-popover-open';

Object.assign(HTMLElement.prototype, {
  togglePopover(this: HTMLElement, wish?: boolean) {
    const wanted = wish ?? !this.hasAttribute(opened);
    if (wanted === this.hasAttribute(opened)) return wanted;
    this.toggleAttribute(opened, wanted);
    this.style.display = wanted ? 'block' : '';
    this.dispatchEvent(Object.assign(new Event('toggle'), { newState: wanted ? 'open' : 'closed' }));
    return wanted;
  },
});
document.addEventListener('click', (event) => {
  const button = (event.target as Element).closest('button[popovertarget]');
  const target = button && document.getElementById(button.getAttribute('popovertarget') ?? '');
  if (!event.defaultPrevented) target?.togglePopover();
});

/** No media query matches: a wide screen by day. */
Object.assign(window, {
  matchMedia: (media: string) => Object.assign(new EventTarget(), { matches: false, media, onchange: null }),
});

/** A text has no extent where nothing is laid out. */
Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });
/** The editor takes jsdom for Safari, which it asks for the selection by a command. */
Object.assign(document, { execCommand: () => false });
