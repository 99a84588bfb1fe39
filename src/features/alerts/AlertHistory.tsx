/** All alerts since signing in, newest first, also those no longer on the screen. */
import { useSelector } from '@xstate/react';
import { useEffect, useId, useState, type ReactNode } from 'react';
import styled from 'styled-components';
import type { Alert } from '#src/machines/alerts/types.ts';
import { useActors } from '#src/features/root/index.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { toneIcons } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { CopyButton } from '#src/ui/CopyButton.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { NativeSelect } from '#src/ui/form/NativeSelect.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Muted, PlainList, Row, Stack } from '#src/ui/layout.ts';

const Line = styled.li<{ $type: Alert['type'] }>`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: ${token.space.sm};
  padding-block: ${token.space.sm};
  overflow-wrap: anywhere;
  &:not(:last-child) {
    border-block-end: 1px solid ${token.color.border};
  }
  > svg {
    margin-block-start: 2px;
    color: ${({ $type }) => token.tone[$type]};
  }
`;
const Content = styled.div`
  max-block-size: 12rem;
  overflow: auto;
`;

const isLong = ({ content }: Alert) => typeof content === 'string' && content.length > 500;
const times = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

const Entry = ({ alert }: { alert: Alert }) => (
  <Line $type={alert.type}>
    <Icon name={toneIcons[alert.type]} size={20} label={alert.type} />
    <div>
      <Row>
        <strong>{alert.source}</strong>
        <Muted>
          {times.format(alert.timestamp)}
          {alert.times > 1 && `, ${alert.times} times`}
        </Muted>
      </Row>
      {/* A long text scrolls, so the keyboard has to reach it. */}
      <Content tabIndex={isLong(alert) ? 0 : undefined}>{alert.content as ReactNode}</Content>
    </div>
    {typeof alert.content === 'string' && (
      <CopyButton value={`${alert.source}: ${alert.content}`} valueName={`alert of ${alert.source}`} />
    )}
  </Line>
);

const allSources = '';

export function AlertHistory({ onClose }: { onClose: () => void }) {
  const { alerts, unmuteAlerts } = useActors();
  const { history, muted } = useSelector(alerts, ({ context }) => context);
  const [chosen, setSource] = useState(allSources);
  const selectId = useId();
  useEffect(() => alerts.send({ type: 'history.read' }), [alerts, history.length]);

  const sources = [...new Set(history.map((alert) => alert.source))].sort();
  const source = sources.includes(chosen) ? chosen : allSources;
  const listed = history.filter((alert) => source === allSources || alert.source === source);
  const clear = () => alerts.send({ type: 'history.cleared', ...(source !== allSources && { source }) });
  const footer = (
    <>
      {muted.length > 0 && (
        <Button kind="quiet" onClick={() => void unmuteAlerts()}>
          Show {muted.length === 1 ? 'the hidden alert' : `${muted.length} hidden alerts`} again
        </Button>
      )}
      <Button
        icon="trash"
        unavailable={listed.length === 0 ? 'There is nothing to clear.' : undefined}
        onClick={clear}
      >
        {source === allSources ? 'Clear all' : `Clear ${source}`}
      </Button>
    </>
  );
  return (
    <Dialog title="Alerts" onClose={onClose} footer={footer}>
      <Stack>
        {sources.length > 1 && (
          <Row>
            <label htmlFor={selectId}>From</label>
            <NativeSelect id={selectId} value={source} onChange={(event) => setSource(event.target.value)}>
              <option value={allSources}>everywhere</option>
              {sources.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </NativeSelect>
          </Row>
        )}
        {listed.length === 0 ? (
          <p>No alerts since you signed in.</p>
        ) : (
          <PlainList>
            {listed.toReversed().map((alert) => (
              <Entry key={`${alert.id} ${alert.timestamp}`} alert={alert} />
            ))}
          </PlainList>
        )}
      </Stack>
    </Dialog>
  );
}
