/** Queries and mutations for this machine's keyring. Words and passphrases are never cached. */
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

/** Only a proxy has a keyring. */
export const useKeyring = (behindProxy: boolean) => useQuery({ ...keyringQuery, enabled: behindProxy });

/** A mutation that returns the new state of the keyring. */
function useKeyringMutation<Variables>(change: (variables: Variables) => Promise<Keyring>) {
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

/** Also refetches the records, which the proxy refuses while the keyring is locked. */
function useLockMutation<Variables>(change: (variables: Variables) => Promise<Keyring>) {
  const client = useQueryClient();
  return useKeyringMutation(async (variables: Variables) => {
    const keyring = await change(variables);
    await client.invalidateQueries({ queryKey: recordQueries.all });
    return keyring;
  });
}

export const useUnlock = () =>
  useLockMutation((body: Body<typeof unlockKeyring>) => call(unlockKeyring, { body }));
export const useLock = () => useLockMutation(() => call(lockKeyring, {}));

/** Also refetches everything, because other keys decrypt other data. */
function useKeysMutation<Variables>(change: (variables: Variables) => Promise<Keyring>) {
  const client = useQueryClient();
  return useKeyringMutation(async (variables: Variables) => {
    const keyring = await change(variables);
    await client.invalidateQueries();
    return keyring;
  });
}

/** Resets the mutation afterwards, so that the words are not cached. */
export const useRestoreKeyring = () => {
  const restored = useKeysMutation((body: Body<typeof restoreKeyring>) => call(restoreKeyring, { body }));
  return {
    mutateAsync: (body: Body<typeof restoreKeyring>) => restored.mutateAsync(body).finally(restored.reset),
  };
};
export const useBeginKeyring = () => useKeysMutation(() => call(beginKeyring, {}));

/** Fetches the words, and drops them when the component unmounts. */
export const useShowPhrase = () => useMutation({ mutationFn: () => call(showPhrase, {}), gcTime: 0 });
