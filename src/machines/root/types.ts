/** The actor that observes the HTTP client. */
import { fromCallback } from 'xstate';

/** Passes the events of the HTTP client on to the session and the update. */
export const watchHttp = fromCallback(() => undefined);
