/** This machine's keyring: open or locked, its recovery words, its passphrase. Nothing of it is kept here. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  beginKeyring,
  confirmPhrase,
  getKeyring,
  lockKeyring,
  restoreKeyring,
  setPassphrase,
  showPhrase,
  unlockKeyring,
  waivePhrase,
  type Keyring,
} from '@cloakroom/contract/keyring.ts';
import type { Body } from '@cloakroom/contract/endpoint.ts';
import { call } from '#src/shared/http/call.ts';
import { recordQueries } from '#src/features/records/index.ts';

export const keyringKey = ['keyring'] as const;

const keyringQuery = queryOptions({
  queryKey: keyringKey,
  queryFn: ({ signal }) => call(getKeyring, { signal }),
});

/** Only a proxy has one. */
export const useKeyring = (behindProxy: boolean) => useQuery({ ...keyringQuery, enabled: behindProxy });

/** A change whose answer is how the keyring stands now. */
function useKeyringMutation<Given>(change: (given: Given) => Promise<Keyring>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (keyring) => client.setQueryData(keyringQuery.queryKey, keyring),
  });
}

export const useConfirmPhrase = () =>
  useKeyringMutation((body: Body<typeof confirmPhrase>) => call(confirmPhrase, { body }));
export const useWaivePhrase = () => useKeyringMutation(() => call(waivePhrase, {}));
export const useSetPassphrase = () =>
  useKeyringMutation((body: Body<typeof setPassphrase>) => call(setPassphrase, { body }));

/** Opened and locked, what was refused is asked for again. */
function useLockMutation<Given>(turn: (given: Given) => Promise<Keyring>) {
  const client = useQueryClient();
  return useKeyringMutation(async (given: Given) => {
    const keyring = await turn(given);
    await client.invalidateQueries({ queryKey: recordQueries.all });
    return keyring;
  });
}

export const useUnlock = () =>
  useLockMutation((body: Body<typeof unlockKeyring>) => call(unlockKeyring, { body }));
export const useLock = () => useLockMutation(() => call(lockKeyring, {}));

/** Other keys open other things: everything is asked for again. */
function useKeysMutation<Given>(change: (given: Given) => Promise<Keyring>) {
  const client = useQueryClient();
  return useKeyringMutation(async (given: Given) => {
    const keyring = await change(given);
    await client.invalidateQueries();
    return keyring;
  });
}

/** The words go with the call: nothing of them is kept. */
export const useRestoreKeyring = () => {
  const restored = useKeysMutation((body: Body<typeof restoreKeyring>) => call(restoreKeyring, { body }));
  return {
    mutateAsync: (body: Body<typeof restoreKeyring>) => restored.mutateAsync(body).finally(restored.reset),
  };
};
export const useBeginKeyring = () => useKeysMutation(() => call(beginKeyring, {}));

/** The words, once; they go with who asked for them. */
export const useShowPhrase = () => useMutation({ mutationFn: () => call(showPhrase, {}), gcTime: 0 });
