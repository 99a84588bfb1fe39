/** A store on a storage that is denied, or that is full. */
import { expect, test } from 'vitest';
import { createStore } from '#src/shared/storage/webStorage.ts';

const content = new Map([['upload', 'first']]);
const full = {
  getItem: (key: string) => content.get(key) ?? null,
  setItem: () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  },
  removeItem: (key: string) => content.delete(key),
} as unknown as Storage;

test.each<[string, () => Storage]>([
  [
    'denied',
    () => {
      throw new DOMException('Access is denied.', 'SecurityError');
    },
  ],
  ['full', () => full],
])('a value set while the storage is %s is read back, until it is removed', (_, storage) => {
  const store = createStore(storage);
  store.set('upload', 'second');
  expect(store.get('upload')).toBe('second');
  store.remove('upload');
  expect(store.get('upload')).toBeNull();
});
