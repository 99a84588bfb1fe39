/** What keeps the page from the browser's storage, for the part of it that says so. */
import { useSyncExternalStore } from 'react';
import { trouble, type Trouble } from '#src/db/trouble.ts';

/** Null while all is well. */
export const useStorageTrouble = (): Trouble | null => useSyncExternalStore(trouble.subscribe, trouble.get);
