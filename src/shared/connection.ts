/**
 * Which servers are reachable, derived from the outcome of calls.
 *
 * [Note: Four states] The page is served either by a proxy on this machine or by the service. A call without a response means
 * that this server is down; a 502, 503 or 504 means that the service is down, since a proxy answers with these. `navigator.onLine` is not enough:
 * it reports the network, not servers, and a proxy on this machine needs no network. After a failed call, it decides whether the
 * network is down; in that case, one failed call is enough.
 */
import { createEmitter } from './emitter.ts';

/** `no-network`: this device is offline. `service-down`, `proxy-down`: that server is unreachable. */
export type Connection = 'online' | 'no-network' | 'service-down' | 'proxy-down';

/** The number of consecutive failures, since a bad network loses single calls. */
const maxFailedCalls = 3;
const unavailable = new Set([502, 503, 504]);

export function createConnection() {
  const { emit, subscribe } = createEmitter();
  let current: Connection = 'online';
  let failedCalls = 0;
  let behindProxy: boolean | undefined;

  /** The state that a failed call indicates. */
  function stateAfterFailure(status: number | undefined): Connection {
    if (!navigator.onLine) return 'no-network';
    return status === undefined && behindProxy ? 'proxy-down' : 'service-down';
  }

  return {
    get: (): Connection => current,
    /** Whether the last call failed. */
    lastCallFailed: (): boolean => failedCalls > 0,
    /** Whether a proxy serves this page; undefined until it is known. */
    behindProxy: (): boolean | undefined => behindProxy,

    /** Reports the end of a call. @param status - undefined if there was no response. */
    report(status: number | undefined): void {
      if (status !== undefined && !unavailable.has(status)) {
        if (failedCalls === 0) return;
        failedCalls = 0;
        current = 'online';
      } else {
        failedCalls += 1;
        const state = stateAfterFailure(status);
        if (failedCalls >= maxFailedCalls || state === 'no-network' || current !== 'online') current = state;
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

/** The connection of this page or worker: one per global scope, like `navigator.onLine`. */
export const connection: ConnectionStore = createConnection();
