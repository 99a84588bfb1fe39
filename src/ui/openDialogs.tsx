/** The modal dialogs that are open. Everything outside of the newest one is inert, so alerts are rendered inside of it. */
import { createContext, useCallback, useContext, useState, type ReactNode } from 'react';

const Newest = createContext<HTMLDialogElement | undefined>(undefined);
const Add = createContext<(dialog: HTMLDialogElement) => () => void>(() => () => undefined);

/** Mount once around the app. Without it, no dialog is known. */
export function OpenDialogs({ children }: { children: ReactNode }) {
  const [dialogs, setDialogs] = useState<readonly HTMLDialogElement[]>([]);
  const add = useCallback((dialog: HTMLDialogElement) => {
    setDialogs((open) => [...open, dialog]);
    return () => setDialogs((open) => open.filter((other) => other !== dialog));
  }, []);
  return (
    <Add value={add}>
      <Newest value={dialogs.at(-1)}>{children}</Newest>
    </Add>
  );
}

/** The dialog that was opened last; undefined if none is open. */
export const useNewestDialog = (): HTMLDialogElement | undefined => useContext(Newest);

/** A function that adds a dialog which has been opened. It returns one that removes the dialog. */
export const useAddDialog = () => useContext(Add);
