/** The exports in the tray, and a message about those that have ended. */
import { useSelector } from '@xstate/react';
import { useSyncExternalStore } from 'react';
import { useActors } from '#src/features/root/index.ts';
import type { ExportActor } from '#src/machines/exports/types.ts';
import { exportStatusText } from './messages.ts';

const endedText = (exports: readonly ExportActor[]): string =>
  exports
    .map((actor) => actor.getSnapshot())
    .filter((state) => state.hasTag('ended'))
    .map((state) => `${state.context.title}: ${exportStatusText(state)}`)
    .join('. ');

/** @returns `ended`: one message about all ended exports; empty if there are none. */
export function useTrayExports(): { all: readonly ExportActor[]; ended: string } {
  const { exports } = useActors();
  const all = useSelector(exports, ({ context }) => context.exports);
  const subscribe = (onChange: () => void) => {
    const subscriptions = all.map((actor) => actor.subscribe(onChange));
    return () => subscriptions.forEach((each) => each.unsubscribe());
  };
  const ended = useSyncExternalStore(subscribe, () => endedText(all));
  return { all, ended };
}
