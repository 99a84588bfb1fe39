/** A WebSocket whose far end is the test. */
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

  /** Closing is told of later, as in a browser. */
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
