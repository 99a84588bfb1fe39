/** What keeps the page from the browser's storage, for the part of it that says so. */
import { useSyncExternalStore } from 'react';
import { storageStatus, type StorageStatus } from '#src/shared/storage/storageStatus.ts';

/** Null while all is well. */
export const useStorageTrouble = (): StorageStatus | null =>
  useSyncExternalStore(storageStatus.subscribe, storageStatus.get);
