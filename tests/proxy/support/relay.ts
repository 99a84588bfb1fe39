/** A relay between a proxy and its service: it records all bytes, and can be cut and restored. */
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export type Relay = {
  url: string;
  /** What the proxy has sent so far. */
  sent: () => Buffer;
  /** Breaks every connection and refuses new ones. */
  cut: () => Promise<void>;
  mend: () => Promise<void>;
  /** Passes everything on to another service from now on. */
  redirect: (target: string) => Promise<void>;
  /** Cuts the connection as soon as the proxy has sent so many bytes more. */
  cutAfter: (bytes: number) => Promise<void>;
  /** Passes on the next request that contains this string, and drops its answer. */
  loseAnswerTo: (text: string) => Promise<void>;
};

/** Listens on a free loopback port and passes everything to the service at `target`. */
export async function relay(target: string): Promise<Relay> {
  let { hostname, port } = new URL(target);
  const copies: Buffer[] = [];
  const open = new Set<Socket>();
  let server: Server;
  let own = 0;
  let left = Infinity;
  let reached: (() => void) | null = null;
  let losing: { text: string; lost: () => void } | null = null;

  const start = () =>
    new Promise<void>((resolve) => {
      server = createServer((near) => {
        const far = connect(Number(port), hostname);
        for (const [socket, other] of [
          [near, far],
          [far, near],
        ] as const) {
          open.add(socket);
          socket.on('error', () => other.destroy());
          socket.on('close', () => {
            open.delete(socket);
            other.destroy();
          });
        }
        near.on('data', (bytes: Buffer) => {
          copies.push(Buffer.from(bytes));
          if (losing && bytes.includes(losing.text)) {
            const { lost } = losing;
            losing = null;
            far.unpipe(near);
            far.once('data', () => {
              near.destroy();
              lost();
            });
            far.resume();
          }
          left -= bytes.length;
          if (left > 0) return void far.write(bytes);
          left = Infinity;
          reached?.();
        });
        far.pipe(near);
      });
      server.listen(own, '127.0.0.1', () => {
        own = (server.address() as AddressInfo).port;
        resolve();
      });
    });

  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of open) socket.destroy();
    await closed;
  };

  await start();
  return {
    loseAnswerTo: (text) => new Promise<void>((lost) => (losing = { text, lost })),
    url: `http://127.0.0.1:${own}`,
    sent: () => Buffer.concat(copies),
    cut,
    mend: start,
    redirect: async (other) => {
      await cut();
      ({ hostname, port } = new URL(other));
      await start();
    },
    cutAfter: (bytes) =>
      new Promise<void>((resolve) => {
        left = bytes;
        reached = () => {
          reached = null;
          void cut().then(resolve);
        };
      }),
  };
}
