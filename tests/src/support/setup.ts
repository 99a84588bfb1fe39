/** What jsdom lacks of a browser, and the sweeping between tests. */
/// <reference types="node" />
import { webcrypto } from 'node:crypto';
import { ReadableStream } from 'node:stream/web';
import 'fake-indexeddb/auto';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

// A busy machine may take long for what an idle one does at once; what never comes fails all the same.
configure({ asyncUtilTimeout: 10_000 });

// As in production rules of style are added one by one. Otherwise each new one has jsdom read all of them again.
Object.assign(globalThis, { SC_DISABLE_SPEEDY: false });

const { insertRule } = CSSStyleSheet.prototype as {
  insertRule: (this: CSSStyleSheet, ...of: [string, number?]) => number;
};
/**
 * Of the styles only tokens are kept, and what decides whether something is seen and can be pressed: all queries by role ask
 * for that, and jsdom then computes whatever else there is as well.
 */
CSSStyleSheet.prototype.insertRule = function (rule, at) {
  const rest = /(?<=[{;])(?!--|display:|visibility:|pointer-events:)[\w-]+:[^;{}]*(?:;|(?=}))/g;
  return insertRule.call(this, rule.replace(rest, ''), at);
};

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

/** jsdom's own knows no digests. */
Object.defineProperty(globalThis, 'crypto', { value: webcrypto });

/** Its files come whole or not at all. */
Object.assign(Blob.prototype, {
  stream(this: Blob) {
    return new ReadableStream({
      start: async (stream) => {
        stream.enqueue(new Uint8Array(await this.arrayBuffer()));
        stream.close();
      },
    });
  },
});

/** A test file is a browser of its own: its tabs hear each other, and nobody in the files that share its process. */
const browser = crypto.randomUUID();
const channels: BroadcastChannel[] = [];
globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(`${name} in ${browser}`);
    channels.push(this);
  }
};
afterAll(() => {
  for (const channel of channels) channel.close();
});

/** No media query matches: a wide screen by day. */
Object.assign(window, {
  matchMedia: (media: string) => Object.assign(new EventTarget(), { matches: false, media, onchange: null }),
});

/** A text has no extent where nothing is laid out. */
Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });
/** The editor takes jsdom for Safari, which it asks for the selection by a command. */
Object.assign(document, { execCommand: () => false });
