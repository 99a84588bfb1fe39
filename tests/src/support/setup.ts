/** What jsdom lacks of a browser, and the sweeping between tests. */
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(cleanup);

const { prototype: dialog } = HTMLDialogElement;
const { prototype: element } = HTMLElement;

/** A dialog opens and closes, and says so afterwards, as the standard has it. The top layer has no equal here. */
dialog.showModal ??= function (this: HTMLDialogElement) {
  if (this.open) throw new DOMException('The dialog is open already.', 'InvalidStateError');
  this.open = true;
};
dialog.close ??= function (this: HTMLDialogElement) {
  if (!this.open) return;
  this.open = false;
  queueMicrotask(() => this.dispatchEvent(new Event('close')));
};
/** Esc asks the dialog to cancel, as browsers do for the topmost one. */
document.addEventListener('keydown', (event) => {
  const top = [...document.querySelectorAll('dialog[open]')].at(-1);
  if (event.key === 'Escape' && !event.defaultPrevented) {
    top?.dispatchEvent(new Event('cancel', { cancelable: true }));
  }
});

/** Open popovers, which jsdom's selectors can't ask for: they carry this attribute instead. */
const opened = 'data-popover-open';

element.togglePopover ??= function (this: HTMLElement, wish?: boolean | { force?: boolean }) {
  const wanted = (typeof wish === 'object' ? wish.force : wish) ?? !this.hasAttribute(opened);
  if (wanted === this.hasAttribute(opened)) return wanted;
  this.toggleAttribute(opened, wanted);
  const news = new Event('toggle') as ToggleEvent;
  this.dispatchEvent(Object.assign(news, { newState: wanted ? 'open' : 'closed' }));
  return wanted;
};
document.addEventListener('click', (event) => {
  const button = (event.target as Element).closest('button[popovertarget]');
  const target = button && document.getElementById(button.getAttribute('popovertarget') ?? '');
  if (!event.defaultPrevented) target?.togglePopover();
});

/** No media query matches: a wide screen by day. */
window.matchMedia ??= (media: string) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
