/** Copies objects from one store to another. */
import { createHash } from 'node:crypto';
import type { Database } from '../db/client.ts';
import { objectName, type ObjectRow } from './objectRows.ts';
import { ObjectLost, type ObjectStore } from './objectStore.ts';
import type { RegisteredStore } from './objectStores.ts';
import { writeObject, type WrittenObject } from './objectWriter.ts';
import { wholeObject } from './readRanges.ts';
import { swapObject } from './swapObject.ts';

/**
 * Copies an object and lets the copy take its place.
 * @returns whether it did; false if the object was removed meanwhile.
 * @throws {ObjectLost} if the object or the copy is missing or damaged.
 */
export async function copyObject(
  database: Database,
  { source, target }: { source: ObjectStore; target: RegisteredStore },
  object: ObjectRow,
): Promise<boolean> {
  const name = objectName(object);
  const copy = await writeObject(target, object, () => wholeObject(source, name, object.bytes));
  if (!copy.digest.equals(object.digest)) {
    await target.store.remove(objectName(copy));
    throw new ObjectLost(`The object ${name} is damaged.`);
  }
  await requireIntact(target.store, copy);
  return swapObject(database, object, copy, target.store);
}

/** Reads a whole object and compares it with its digest. @throws {ObjectLost} */
export async function requireIntact(store: ObjectStore, object: WrittenObject): Promise<void> {
  const hash = createHash('sha256');
  for await (const chunk of wholeObject(store, objectName(object), object.bytes)) hash.update(chunk);
  if (!hash.digest().equals(object.digest))
    throw new ObjectLost(`The object ${objectName(object)} is damaged.`);
}
