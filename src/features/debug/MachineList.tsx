/** Every machine of the page with its children: how they are, and which one to look at. */
import styled from 'styled-components';
import type { Step, Traced } from '#src/machines/inspection/trace.ts';
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
  actors: readonly Traced[];
  running: readonly Traced[];
  steps: readonly Step[];
  moment: number | undefined;
  chosen: Traced | undefined;
  onChoose: (actor: Traced) => void;
};

function Condition({ actor, steps, moment }: ListProps & { actor: Traced }) {
  const last = stepsOf(actor, steps, moment).at(-1);
  if (!last) return <Muted>not known</Muted>;
  return <Badge tone={last.status === 'active' ? 'primary' : 'plain'}>{statusText(last)}</Badge>;
}

function Actor({ actor, ...list }: ListProps & { actor: Traced }) {
  const children = list.actors.filter(({ parent }) => parent === actor);
  const words = (
    <>
      <span>{actor.name}</span> <Condition actor={actor} {...list} />
    </>
  );
  return (
    <li>
      {actor.root ? (
        <Choice aria-pressed={list.chosen === actor} onClick={() => list.onChoose(actor)}>
          {words}
        </Choice>
      ) : (
        <Child>{words}</Child>
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

/** So many that ended are listed, the latest first: the oldest say little. */
const maxEnded = 12;

export function MachineList(props: ListProps) {
  const roots = props.actors.filter(({ parent }) => !parent);
  const ended = roots
    .filter((actor) => !props.running.includes(actor))
    .slice(-maxEnded)
    .toReversed();
  const list = (label: string, some: readonly Traced[]) => (
    <Lines aria-label={label}>
      {some.map((actor) => (
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
