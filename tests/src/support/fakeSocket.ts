/** A WebSocket whose messages the test sends. */
import { vi } from 'vitest';

/** The sockets of the running test, in the order in which they were opened. */
export const sockets: FakeSocket[] = [];

class FakeSocket {
  readonly address: string;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  closed = false;

  constructor(address: URL) {
    this.address = address.href;
    sockets.push(this);
  }

  /** Calls `onclose` later, as a browser does. */
  close(): void {
    if (this.closed) return;
    this.closed = true;
    queueMicrotask(() => this.onclose?.());
  }

  say(message: unknown): void {
    this.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) });
  }
}

export function fakeSockets(): void {
  sockets.length = 0;
  vi.stubGlobal('WebSocket', FakeSocket);
}
