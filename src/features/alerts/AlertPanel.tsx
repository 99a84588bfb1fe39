/** The current alerts of the whole console. */
import { useSelector } from '@xstate/react';
import { useEffect, type ReactNode } from 'react';
import type { Alert } from '#src/machines/alerts/types.ts';
import type { Actors } from '#src/machines/root/effects.ts';
import { useActors } from '#src/features/root/index.ts';
import { Button } from '#src/ui/Button.tsx';
import { Row } from '#src/ui/layout.ts';
import { Toasts, type ToastItem } from '#src/ui/Toasts.tsx';

function actionOf(
  { id, action, dontShowAgain, undoes }: Alert,
  first: boolean,
  several: boolean,
  { alerts, muteAlert, unmuteAlert }: Actors,
): ReactNode {
  const buttons = [
    action && (
      <Button key="action" size="s" onClick={action.run}>
        {action.label}
      </Button>
    ),
    undoes && (
      <Button key="undo" size="s" kind="quiet" onClick={() => void unmuteAlert(undoes.id)}>
        Undo
      </Button>
    ),
    dontShowAgain && (
      <Button key="mute" size="s" kind="quiet" onClick={() => void muteAlert(id)}>
        Don't show again
      </Button>
    ),
    first && several && (
      <Button key="clear" size="s" kind="quiet" onClick={() => alerts.send({ type: 'alerts.cleared' })}>
        Clear all
      </Button>
    ),
  ].filter(Boolean);
  return buttons.length > 0 && <Row>{buttons}</Row>;
}

const itemOf = (alert: Alert, at: number, all: Alert[], actors: Actors): ToastItem => ({
  id: alert.id,
  tone: alert.type,
  title: alert.source,
  // `newAlert` accepts only texts and elements.
  content: alert.content as ReactNode,
  times: alert.times,
  action: actionOf(alert, at === 0, all.length > 1, actors),
});

/** Pauses the timers of the alerts while the pointer or the focus is on them, and while the tab is hidden. */
export function AlertPanel() {
  const actors = useActors();
  const { alerts } = actors;
  const shown = useSelector(alerts, ({ context }) => context.shown);
  useEffect(() => {
    const onVisibilityChange = () =>
      alerts.send({ type: document.hidden ? 'timers.paused' : 'timers.resumed' });
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => document.removeEventListener('visibilitychange', onVisibilityChange);
  }, [alerts]);
  return (
    <Toasts
      items={shown.map((alert, at, all) => itemOf(alert, at, all, actors))}
      onDismiss={(id) => alerts.send({ type: 'alert.dismissed', id })}
      onHold={(held) => alerts.send({ type: held || document.hidden ? 'timers.paused' : 'timers.resumed' })}
    />
  );
}
