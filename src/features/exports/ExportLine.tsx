/** One export in the tray: its progress, its result, and the commands after that. */
import { Link } from 'react-router';
import { useSelector } from '@xstate/react';
import type { ExportActor } from '#src/machines/exports/types.ts';
import { useActors } from '#src/features/root/index.ts';
import { Button } from '#src/ui/Button.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { Progress } from '#src/ui/Progress.tsx';
import { TrayCommands, TrayLine } from '#src/ui/Tray.tsx';
import { amountText, exportStatusText } from './messages.ts';

export function ExportLine({ actor }: { actor: ExportActor }) {
  const { exports } = useActors();
  const state = useSelector(actor, (snapshot) => snapshot);
  const { title, path, name, written, total, file } = state.context;
  const writing = state.hasTag('writing');
  const completed = state.matches('completed');
  return (
    <TrayLine $ended={!writing}>
      <Icon name={completed ? 'check' : writing ? 'download' : 'warning'} size={18} />
      <p>
        <Link to={path}>{title}</Link> <span>{name} · </span>
        {exportStatusText(state)}
      </p>
      {writing && (
        <Progress label={`Export of ${title}`} value={written} max={total} text={amountText(state.context)} />
      )}
      {completed && file && (
        <TrayCommands>
          <Button
            size="s"
            icon="download"
            aria-label={`Save ${name} again`}
            onClick={() => actor.send({ type: 'save.pressed' })}
          >
            Save again
          </Button>
        </TrayCommands>
      )}
      {!writing && !completed && (
        <TrayCommands>
          <Button
            size="s"
            icon="refresh"
            aria-label={`Try again to export ${title}`}
            onClick={() => actor.send({ type: 'again.pressed' })}
          >
            Try again
          </Button>
        </TrayCommands>
      )}
      <IconButton
        icon="close"
        size="s"
        label={writing ? `Cancel the export of ${title}` : `Dismiss the export of ${title}`}
        onClick={() => exports.send({ type: 'export.dismissed', id: actor.id })}
      />
    </TrayLine>
  );
}
