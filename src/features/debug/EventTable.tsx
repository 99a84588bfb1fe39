/** The last events of all machines, or of one; each leads to the state that it left behind. */
import { useId, useState } from 'react';
import styled from 'styled-components';
import type { Step, Traced } from '#src/machines/inspection/trace.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { Button } from '#src/ui/Button.tsx';
import { NativeSelect } from '#src/ui/form/NativeSelect.tsx';
import { Muted, Row, Stack } from '#src/ui/layout.ts';
import { Table, type Column } from '#src/ui/Table.tsx';
import { timeText, stateText } from './traceHistory.ts';
import { ScrollRegion } from './ScrollRegion.ts';

const Event = styled.button.attrs({ type: 'button' })`
  min-block-size: 24px;
  padding: 0;
  font-family: ${token.font.code};
  text-align: start;
  color: ${token.color.secondary};
  text-decoration: underline;
  text-underline-offset: 0.2em;
  overflow-wrap: anywhere;
  background: none;
  border: 0;
  cursor: pointer;
  &[aria-pressed='true'] {
    font-weight: 700;
    color: ${token.color.accent};
  }
`;

/** So many lines are shown at first. */
const initialRows = 50;
const allActors = '';

/** Where it led; a machine that stayed where it was is told as such. */
function transitionText({ from, to, taken, status }: Step): string {
  if (to === undefined) return status;
  const [before, after] = [stateText(from), stateText(to)];
  const words = before === after || from === undefined ? after : `${before} → ${after}`;
  if (status !== 'active') return `${words} · ${status}`;
  return taken.length === 0 && from !== undefined ? `${words}, nothing changed` : words;
}

type EventTableProps = {
  steps: readonly Step[];
  actors: readonly Traced[];
  moment: number | undefined;
  onMoment: (step: Step) => void;
};

export function EventTable({ steps, actors, moment, onMoment }: EventTableProps) {
  const [name, setName] = useState(allActors);
  const [all, setAll] = useState(false);
  const select = useId();
  const names = [...new Set(actors.map((actor) => actor.name))].sort();
  const wanted = steps.filter(({ actor }) => name === allActors || actor.name === name).toReversed();
  const listed = all ? wanted : wanted.slice(0, initialRows);

  const columns: Column<Step>[] = [
    { key: 'time', header: 'Time', cell: ({ at }) => timeText(at) },
    { key: 'actor', header: 'Machine', cell: ({ actor }) => actor.name },
    {
      key: 'event',
      header: 'Event',
      rowHeader: true,
      cell: (step) => (
        <Event aria-pressed={step.number === moment} onClick={() => onMoment(step)}>
          {step.event}
        </Event>
      ),
    },
    { key: 'transition', header: 'State', cell: transitionText },
  ];
  return (
    <Stack $gap="sm">
      <Row $justify="space-between">
        <Row>
          <label htmlFor={select}>Events of</label>
          <NativeSelect id={select} value={name} onChange={({ target }) => setName(target.value)}>
            <option value={allActors}>everybody</option>
            {names.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </NativeSelect>
        </Row>
        <Muted>Press an event to see the state that it left.</Muted>
      </Row>
      <ScrollRegion aria-label="Events">
        <Table
          caption={`The last ${listed.length} of ${wanted.length} events, the newest first`}
          columns={columns}
          rows={listed}
          rowKey={({ number }) => String(number)}
        />
      </ScrollRegion>
      {wanted.length > listed.length && (
        <div>
          <Button onClick={() => setAll(true)}>Show all {wanted.length}</Button>
        </div>
      )}
    </Stack>
  );
}
