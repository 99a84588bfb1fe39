/**
 * Who can be reached, learned from what becomes of real calls.
 *
 * [Note: Four states] The page came either through a proxy on this machine or from the service itself. A call that nothing
 * answers means that the proxy is gone, or the service, whichever served the page; a 502, 503 or 504 that the service is, for
 * that is how a proxy says so. `navigator.onLine` never decides alone: it knows of cables, not of servers, and a proxy on this
 * machine needs no network. Once a call has failed it tells whether the network is to blame, and makes one failure enough.
 */
import { createEmitter } from './emitter.ts';

/** `no-network`: this device has none. `service-down`, `proxy-down`: nobody answers there. */
export type Connection = 'online' | 'no-network' | 'service-down' | 'proxy-down';

/** So many calls must fail in a row: a bad network loses one now and then. */
const missesInARow = 3;
const unavailable = new Set([502, 503, 504]);

/** An empty record of what can be reached. */
export function createConnection() {
  const { emit, subscribe } = createEmitter();
  let present: Connection = 'online';
  let misses = 0;
  let behindProxy: boolean | undefined;

  /** What a miss amounts to, if it isn't by chance. */
  function blame(status: number | undefined): Connection {
    if (!navigator.onLine) return 'no-network';
    return status === undefined && behindProxy ? 'proxy-down' : 'service-down';
  }

  return {
    get: (): Connection => present,
    /** Whether the last call failed: reason to ask again soon. */
    lastCallFailed: (): boolean => misses > 0,
    /** Whether a proxy answers at this address, or did when it was last reached; undefined until that is known. */
    behindProxy: (): boolean | undefined => behindProxy,

    /** A call has ended. @param status - the answer's; undefined when nothing answered. */
    report(status: number | undefined): void {
      if (status !== undefined && !unavailable.has(status)) {
        if (misses === 0) return;
        misses = 0;
        present = 'online';
      } else {
        misses += 1;
        const found = blame(status);
        if (misses >= missesInARow || found === 'no-network' || present !== 'online') present = found;
      }
      emit();
    },
    setBehindProxy(behind: boolean): void {
      behindProxy = behind;
    },
    subscribe,
  };
}

export type ConnectionStore = ReturnType<typeof createConnection>;

/** What this page or worker can reach, like the browser's own `navigator.onLine`: one per global scope. */
export const connection: ConnectionStore = createConnection();
