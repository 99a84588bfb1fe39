/** A server that speaks enough of PostgreSQL's protocol to name its version. */
import { createServer, type AddressInfo } from 'node:net';

const message = (type: string, body: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const ready = message('Z', Buffer.from('I'));

/** One row of one text column. */
function rowOf(text: string): Buffer {
  const name = 'server_version_num\0';
  const column = Buffer.concat([Buffer.from(name), Buffer.alloc(18)]);
  column.writeInt32BE(25, name.length + 6);
  const value = Buffer.alloc(4);
  value.writeInt32BE(text.length);
  return Buffer.concat([
    message('T', Buffer.concat([Buffer.from([0, 1]), column])),
    message('D', Buffer.concat([Buffer.from([0, 1]), value, Buffer.from(text)])),
    message('C', Buffer.from('SHOW\0')),
    ready,
  ]);
}

/** @param version - in the form of `show server_version_num`. */
export async function startOldPostgres(version: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((socket) => {
    let greeted = false;
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      if (!greeted) socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]));
      else if (bytes[0] === 'Q'.charCodeAt(0)) socket.write(rowOf(version));
      greeted = true;
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { url: `postgres://user@127.0.0.1:${port}/database`, close: () => server.close() };
}
