/** The state of the update machine and the events that components send to it. */
import { useSelector } from '@xstate/react';
import { useActors } from '#src/features/root/index.ts';

export function useUpdate() {
  const { update } = useActors();
  return {
    state: useSelector(update, (state) => state),
    startUpdate: () => update.send({ type: 'update.pressed' }),
    postponeUpdate: () => update.send({ type: 'update.postponed' }),
  };
}
