/** Every machine of the page with its children and their status; selects the one to inspect. */
import styled from 'styled-components';
import type { TraceStep, TracedActor } from '#src/machines/inspection/trace.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { Muted, PlainList } from '#src/ui/layout.ts';
import { statusText, stepsOf } from './traceHistory.ts';

const Lines = styled(PlainList)`
  display: grid;
  gap: ${token.space.xs};
  font-size: ${token.size.s};
  ul {
    padding-inline-start: ${token.space.m};
  }
`;
const line = `
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space.xs} ${token.space.s};
  align-items: center;
  justify-content: space-between;
  inline-size: 100%;
  min-block-size: ${token.control.s};
  padding: ${token.space.xs} ${token.space.s};
  text-align: start;
  overflow-wrap: anywhere;
`;
const Choice = styled.button.attrs({ type: 'button' })`
  ${line}
  background: none;
  border: 1px solid transparent;
  border-radius: ${token.radius.s};
  cursor: pointer;
  &:hover {
    background: ${token.color.sunken};
  }
  &[aria-pressed='true'] {
    color: ${token.color.onPrimarySoft};
    background: ${token.color.primarySoft};
    border-color: ${token.color.primary};
  }
`;
const Child = styled.div`
  ${line}
`;

type ListProps = {
  actors: readonly TracedActor[];
  running: readonly TracedActor[];
  steps: readonly TraceStep[];
  /** The step after which the statuses are shown; by default, the last one. */
  stepNumber: number | undefined;
  chosen: TracedActor | undefined;
  onChoose: (actor: TracedActor) => void;
};

function StatusBadge({ actor, steps, stepNumber }: ListProps & { actor: TracedActor }) {
  const last = stepsOf(actor, steps, stepNumber).at(-1);
  if (!last) return <Muted>not known</Muted>;
  return <Badge tone={last.status === 'active' ? 'primary' : 'plain'}>{statusText(last)}</Badge>;
}

function Actor({ actor, ...list }: ListProps & { actor: TracedActor }) {
  const children = list.actors.filter(({ parent }) => parent === actor);
  const label = (
    <>
      <span>{actor.name}</span> <StatusBadge actor={actor} {...list} />
    </>
  );
  return (
    <li>
      {actor.root ? (
        <Choice aria-pressed={list.chosen === actor} onClick={() => list.onChoose(actor)}>
          {label}
        </Choice>
      ) : (
        <Child>{label}</Child>
      )}
      {children.length > 0 && (
        <Lines aria-label={`Children of ${actor.name}`}>
          {children.map((child) => (
            <Actor key={child.id} actor={child} {...list} />
          ))}
        </Lines>
      )}
    </li>
  );
}

/** Ended machines that are listed, latest first. */
const maxEnded = 12;

export function MachineList(props: ListProps) {
  const roots = props.actors.filter(({ parent }) => !parent);
  const ended = roots
    .filter((actor) => !props.running.includes(actor))
    .slice(-maxEnded)
    .toReversed();
  const list = (label: string, actors: readonly TracedActor[]) => (
    <Lines aria-label={label}>
      {actors.map((actor) => (
        <Actor key={actor.id} actor={actor} {...props} />
      ))}
    </Lines>
  );
  return (
    <>
      {list(
        'Running',
        roots.filter((actor) => props.running.includes(actor)),
      )}
      {ended.length > 0 && (
        <>
          <h3>Ended</h3>
          {list('Ended', ended)}
        </>
      )}
    </>
  );
}
