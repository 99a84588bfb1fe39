/** The update machine, for the parts of the screen that speak of it. */
import { useSelector } from '@xstate/react';
import { update } from '#src/machines/update/effects.ts';

export const useUpdate = () => useSelector(update, (state) => state);

export const press = (): void => update.send({ type: 'update.pressed' });
export const postpone = (): void => update.send({ type: 'update.postponed' });
