/** The machines of this page, now or after a selected event: their list, the chart and context of one, the events. */
import { useMemo, useState, useDeferredValue, useSyncExternalStore } from 'react';
import type { AnyStateNode } from 'xstate';
import styled from 'styled-components';
import type { TraceStep, TracedActor } from '#src/machines/inspection/trace.ts';
import { useActors } from '#src/features/root/index.ts';
import { screen, token } from '#src/ui/theme/tokens.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Card } from '#src/ui/Card.tsx';
import { chartOf } from './chart/chartOf.ts';
import { highlightsOf } from './chart/highlights.ts';
import { MachineChart } from './chart/MachineChart.tsx';
import { Outline } from './chart/Outline.tsx';
import { EventTable } from './EventTable.tsx';
import { statusText, machineOf, stepsOf, timeText, tracedActors } from './traceHistory.ts';
import { MachineList } from './MachineList.tsx';
import { ScrollRegion } from './ScrollRegion.ts';

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(13rem, 1fr) minmax(0, 3fr);
  gap: ${token.space.m};
  align-items: start;
  ${screen.narrow} {
    grid-template-columns: minmax(0, 1fr);
  }
`;
const SideBySide = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr));
  gap: ${token.space.l};
`;
const Code = styled.pre`
  margin: 0;
  padding: ${token.space.sm};
  overflow-wrap: anywhere;
  white-space: pre-wrap;
  background: ${token.color.sunken};
  border-radius: ${token.radius.s};
`;

/** One machine after the last of the steps. */
function Machine({ name, root, steps }: { name: string; root: AnyStateNode; steps: TraceStep[] }) {
  const chart = useMemo(() => chartOf(root), [root]);
  const highlights = useMemo(() => highlightsOf(chart, steps), [chart, steps]);
  const last = steps.at(-1);
  const status = last ? statusText(last) : 'not known';
  return (
    <Card as="section">
      <h2>
        {name}: {status}
      </h2>
      <MachineChart chart={chart} highlights={highlights} label={`Chart of ${name}, which is ${status}`} />
      <SideBySide>
        <ScrollRegion aria-label="The chart in words">
          <h3>The chart in words</h3>
          <Outline chart={chart} highlights={highlights} />
        </ScrollRegion>
        <ScrollRegion aria-label="Context">
          <h3>Context</h3>
          <Code>{JSON.stringify(last?.context ?? {}, null, 2)}</Code>
        </ScrollRegion>
      </SideBySide>
    </Card>
  );
}

export function Machines() {
  const { steps, running, actors } = useTrace();
  const [chosen, setChosen] = useState<TracedActor>();
  const [selectedStep, setSelectedStep] = useState<TraceStep>();
  // The root machine has no states of its own: its chart would be empty.
  const actor = chosen ?? actors.find(({ root }) => root && Object.keys(root.states).length > 0);
  const actorSteps = useMemo(
    () => (actor ? stepsOf(actor, steps, selectedStep?.number) : []),
    [actor, steps, selectedStep?.number],
  );
  const selectStep = (step: TraceStep) => {
    setSelectedStep(step);
    setChosen(machineOf(step.actor));
  };
  return (
    <>
      {selectedStep && (
        <Banner
          tone="info"
          title={`As it was at ${timeText(selectedStep.at)}`}
          actions={<Button onClick={() => setSelectedStep(undefined)}>Back to now</Button>}
        >
          You see the state after <code>{selectedStep.event}</code> of {selectedStep.actor.name}.
        </Banner>
      )}
      <Columns>
        <Card as="section">
          <h2>Machines</h2>
          <MachineList
            actors={actors}
            running={running}
            steps={steps}
            stepNumber={selectedStep?.number}
            chosen={actor}
            onChoose={setChosen}
          />
        </Card>
        {actor?.root && <Machine key={actor.id} name={actor.name} root={actor.root} steps={actorSteps} />}
      </Columns>
      <Card as="section">
        <h2>Events</h2>
        <EventTable
          steps={steps}
          actors={actors}
          selectedStep={selectedStep?.number}
          onSelectStep={selectStep}
        />
      </Card>
    </>
  );
}

type TraceView = {
  steps: readonly TraceStep[];
  running: readonly TracedActor[];
  actors: readonly TracedActor[];
};

/** Subscribes to the trace. Deferred, so that frequent events don't block rendering. */
function useTrace(): TraceView {
  const { trace } = useActors();
  const steps = useDeferredValue(useSyncExternalStore(trace.subscribe, trace.steps));
  const running = trace.running();
  return { steps, running, actors: tracedActors(running, steps) };
}
