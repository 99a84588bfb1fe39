/**
 * The object `cloakroom-store`, which says whose store it is: the id of a row of `stores`, then the token of the database that
 * owns it. A copy of the database has the same id and another token. Stores of earlier versions have no token.
 */
import { randomBytes } from 'node:crypto';
import { measured } from './objectSource.ts';
import { markerName, ObjectLost, type ObjectStore } from './objectStore.ts';

/** The bytes of an id, and of a token; in the object both are in hex. */
const idBytes = 16;
const idLength = 2 * idBytes;

/** `token` is empty in stores of earlier versions. */
export type Marker = { id: string; token: string };

/** A random id or token. */
export const newMarkerId = (): string => randomBytes(idBytes).toString('hex');

/** @returns undefined if there is none. @throws {StoreUnavailable} */
export async function readMarker(store: ObjectStore): Promise<Marker | undefined> {
  const text = (await readStart(store, 2 * idLength)) ?? (await readStart(store, idLength));
  return text === undefined ? undefined : { id: text.slice(0, idLength), token: text.slice(idLength) };
}

/** @throws {StoreUnavailable} */
export async function writeMarker(store: ObjectStore, { id, token }: Marker): Promise<void> {
  await store.put(markerName, await measured(() => one(Buffer.from(id + token))));
}

/** @returns undefined if the object is missing or shorter. */
async function readStart(store: ObjectStore, length: number): Promise<string | undefined> {
  try {
    return (await store.read(markerName, 0, length)).toString('latin1');
  } catch (error) {
    if (error instanceof ObjectLost) return undefined;
    throw error;
  }
}

async function* one(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
