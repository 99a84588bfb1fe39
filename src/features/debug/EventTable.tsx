/** The last events of all machines or of one. Selecting an event shows the state after it. */
import { useId, useState } from 'react';
import styled from 'styled-components';
import type { TraceStep, TracedActor } from '#src/machines/inspection/trace.ts';
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

const initialRows = 50;
const allActors = '';

/** The transition of a step, or that nothing changed. */
function transitionText({ from, to, taken, status }: TraceStep): string {
  if (to === undefined) return status;
  const [before, after] = [stateText(from), stateText(to)];
  const states = before === after || from === undefined ? after : `${before} → ${after}`;
  if (status !== 'active') return `${states} · ${status}`;
  return taken.length === 0 && from !== undefined ? `${states}, nothing changed` : states;
}

type EventTableProps = {
  steps: readonly TraceStep[];
  actors: readonly TracedActor[];
  /** The number of the selected step. */
  selectedStep: number | undefined;
  onSelectStep: (step: TraceStep) => void;
};

export function EventTable({ steps, actors, selectedStep, onSelectStep }: EventTableProps) {
  const [name, setName] = useState(allActors);
  const [showAll, setShowAll] = useState(false);
  const selectId = useId();
  const names = [...new Set(actors.map((actor) => actor.name))].sort();
  const matching = steps.filter(({ actor }) => name === allActors || actor.name === name).toReversed();
  const listed = showAll ? matching : matching.slice(0, initialRows);

  const columns: Column<TraceStep>[] = [
    { key: 'time', header: 'Time', cell: ({ at }) => timeText(at) },
    { key: 'actor', header: 'Machine', cell: ({ actor }) => actor.name },
    {
      key: 'event',
      header: 'Event',
      rowHeader: true,
      cell: (step) => (
        <Event aria-pressed={step.number === selectedStep} onClick={() => onSelectStep(step)}>
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
          <label htmlFor={selectId}>Events of</label>
          <NativeSelect id={selectId} value={name} onChange={({ target }) => setName(target.value)}>
            <option value={allActors}>all machines</option>
            {names.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </NativeSelect>
        </Row>
        <Muted>Select an event to see the state after it.</Muted>
      </Row>
      <ScrollRegion aria-label="Events">
        <Table
          caption={`The last ${listed.length} of ${matching.length} events, newest first`}
          columns={columns}
          rows={listed}
          rowKey={({ number }) => String(number)}
        />
      </ScrollRegion>
      {matching.length > listed.length && (
        <div>
          <Button onClick={() => setShowAll(true)}>Show all {matching.length}</Button>
        </div>
      )}
    </Stack>
  );
}
