/** A WebSocket whose messages the test sends. */
import { vi } from 'vitest';

export class FakeSocket {
  static opened: FakeSocket[] = [];
  readonly address: string;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  closed = false;

  constructor(address: URL) {
    this.address = address.href;
    FakeSocket.opened.push(this);
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

export function fakeSockets(): FakeSocket[] {
  FakeSocket.opened = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  return FakeSocket.opened;
}
