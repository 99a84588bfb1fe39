/** Detects requests that were forwarded by another server. */
import type { IncomingHttpHeaders } from 'node:http';

const forwardingHeaders = /^(x-forwarded-.*|x-real-ip|forwarded|via)$/;

/** Whether a header (lower-case name) is one that proxies add. */
export const isForwardingHeader = (name: string): boolean => forwardingHeaders.test(name);

/** Whether a request has such a header. A proxy that adds none can't be detected. */
export const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some(isForwardingHeader);
