/** Recognizes requests that another server passed on. */
import type { IncomingHttpHeaders } from 'node:http';

const forwarding = /^(x-forwarded-.*|x-real-ip|forwarded|via)$/;

/** Whether a header, by its lower-case name, is one that servers add to what they pass on. */
export const isForwardingHeader = (name: string): boolean => forwarding.test(name);

/** Whether a request carries such a header. A server that adds none can't be recognized. */
export const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some(isForwardingHeader);
