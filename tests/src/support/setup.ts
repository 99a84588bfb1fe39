/** Browser features that jsdom lacks, and the cleanup between tests. */
/// <reference types="node" />
import { webcrypto } from 'node:crypto';
import { DecompressionStream, ReadableStream } from 'node:stream/web';
import 'fake-indexeddb/auto';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { retryDelays } from '@cloakroom/client/retry.ts';
import { pollInterval } from '#src/shared/queries/polling.ts';

// Long enough for a busy machine. Elements that never appear still fail the test.
configure({ asyncUtilTimeout: 10_000 });

// Sooner than in production.
retryDelays.firstMs = 30;
pollInterval.ms = 100;

// As in production, style rules are inserted one by one. Otherwise jsdom parses all of them again for each new one.
Object.assign(globalThis, { SC_DISABLE_SPEEDY: false });

const { insertRule } = CSSStyleSheet.prototype as {
  insertRule: (this: CSSStyleSheet, ...of: [string, number?]) => number;
};
/**
 * Keeps only tokens and the properties that decide whether an element is visible and can be pressed: queries by role
 * compute all styles, and jsdom is slow at that.
 */
CSSStyleSheet.prototype.insertRule = function (rule, at) {
  const rest = /(?<=[{;])(?!--|display:|visibility:|pointer-events:)[\w-]+:[^;{}]*(?:;|(?=}))/g;
  return insertRule.call(this, rule.replace(rest, ''), at);
};

// Hooks of a file run before this one.
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

// Testing Library advances fake timers only by this global.
Object.assign(globalThis, { jest: { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) } });

/** Opens and closes a dialog, and sends `close` afterwards, as the standard says. There is no top layer here. */
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
/** Esc cancels the topmost dialog. */
document.addEventListener('keydown', (event) => {
  const top = [...document.querySelectorAll('dialog[open]')].at(-1);
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  top?.dispatchEvent(new Event('cancel', { cancelable: true }));
});

/** Marks open popovers, since jsdom doesn't support `:popover-open`. */
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

/** jsdom's own `crypto` has no digests. */
Object.defineProperty(globalThis, 'crypto', { value: webcrypto });

Object.assign(globalThis, { DecompressionStream });
/** jsdom's blobs have no `stream`. */
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

/** Each test file is a separate browser: channels don't reach other files in the same process. */
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

/** No media query matches: a wide screen in light mode. */
Object.assign(window, {
  matchMedia: (media: string) => Object.assign(new EventTarget(), { matches: false, media, onchange: null }),
});

/** Ranges have no size without a layout. */
Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });
/** The editor takes jsdom for Safari, where it reads the selection by this command. */
Object.assign(document, { execCommand: () => false });
