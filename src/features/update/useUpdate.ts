/** The update machine, for the parts of the screen that speak of it. */
import { useSelector } from '@xstate/react';
import { useActors } from '#src/features/root/index.ts';

export function useUpdate() {
  const { update } = useActors();
  return {
    state: useSelector(update, (now) => now),
    startUpdate: () => update.send({ type: 'update.pressed' }),
    postponeUpdate: () => update.send({ type: 'update.postponed' }),
  };
}
