/** The actors that the root actor owns, and what observes the HTTP client for them. */
import { fromCallback } from 'xstate';

/** Passes on to the session and the update what the HTTP client reports. */
export const watchHttp = fromCallback(() => undefined);
