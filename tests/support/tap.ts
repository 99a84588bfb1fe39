/** A TCP relay between two programs that copies the bytes of both directions. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type Tap = { port: number; captured: () => Buffer; close: () => Promise<void> };

/** Listens on a free loopback port and forwards everything to `target`. */
export async function tap(target: number): Promise<Tap> {
  const copies: Buffer[] = [];
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('data', (bytes) => copies.push(Buffer.from(bytes)));
      from.on('error', () => to.destroy());
      from.on('close', () => open.delete(from));
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    captured: () => Buffer.concat(copies),
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
