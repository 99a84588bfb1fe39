/** A server in front of another one. It forwards everything, or hangs, or answers each call with 503. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type FlakyServer = {
  port: number;
  /** Sets how it behaves from now on; open connections are closed. */
  behave: (mode: 'forward' | 'hang' | 'refuse') => void;
  close: () => Promise<void>;
};

const refusal = 'HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

/** Starts the server on a free loopback port. @param target - the port of the other server. */
export async function startFlakyServer(target: number): Promise<FlakyServer> {
  let mode: 'forward' | 'hang' | 'refuse' = 'forward';
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((socket) => {
    track(socket);
    if (mode === 'refuse') {
      socket.on('data', () => undefined);
      socket.end(refusal);
    }
    if (mode !== 'forward') return;
    const other = track(connect(target, '127.0.0.1'));
    socket.pipe(other).pipe(socket);
    other.on('close', () => socket.destroy());
    socket.on('close', () => other.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const closeSockets = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    behave(next) {
      mode = next;
      closeSockets();
    },
    async close() {
      closeSockets();
      server.close();
      await once(server, 'close');
    },
  };
}
