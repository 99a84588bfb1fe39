/** Checks where the proxy is to listen: no settings let plain text leave this machine. */

/** A longer path of a Unix socket is refused by some systems. */
const maxSocketPathBytes = 103;

type ListenSettings = {
  socket?: string | undefined;
  /** The setting HOST, which the service has too. */
  host: string;
  listenHost?: string | undefined;
  tls?: object | undefined;
  allowedHosts: readonly string[];
};

/** A sentence that names the setting to correct; null if there is none. @param loopback - hosts that are this machine alone. */
export function listenProblem(
  { socket, host, listenHost, tls, allowedHosts }: ListenSettings,
  loopback: readonly string[],
): string | null {
  if (socket !== undefined)
    return Buffer.byteLength(socket) > maxSocketPathBytes
      ? `PROXY_SOCKET: the path ${socket} is longer than the ${maxSocketPathBytes} bytes that a socket may have. Choose a shorter one.`
      : null;
  if (listenHost === undefined)
    return loopback.includes(host)
      ? null
      : `HOST is ${host}, but the proxy sees plain text and so listens on this machine only: leave HOST empty or set it to 127.0.0.1.`;
  if (loopback.includes(listenHost)) return null;
  if (tls === undefined)
    return `PROXY_HOST is ${listenHost}, which other machines reach, and the proxy answers in plain text: set PROXY_TLS_CERT and PROXY_TLS_KEY, or use PROXY_SOCKET.`;
  if (allowedHosts.length === 0)
    return `PROXY_HOST is ${listenHost}, which other machines reach: set PROXY_ALLOWED_HOSTS to the names under which programs reach the proxy.`;
  return null;
}
