/** A chart in words: its states, nested, where the machine is, and what leads on from each. */
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { Muted } from '#src/ui/layout.ts';
import type { Chart, ChartState } from './chartOf.ts';
import { causeText } from './layoutGraph.ts';
import type { Highlights } from './highlights.ts';

const List = styled.ul`
  margin: 0;
  padding-inline-start: ${token.space.m};
  font-size: ${token.size.s};
  overflow-wrap: anywhere;
  ul {
    list-style: none;
  }
  li {
    margin-block: ${token.space.xs};
  }
  code {
    color: ${token.color.muted};
  }
`;

const kinds: Record<ChartState['kind'], string> = {
  atomic: '',
  compound: '',
  parallel: ', all parts at once',
  final: ', final',
  history: ', where it was before',
};

const lightWords = { last: ', taken last', taken: ', taken before', not: '' };

type PartProps = { chart: Chart; lit: Highlights };

function State({ state, chart, lit, first }: PartProps & { state: ChartState; first: boolean }) {
  const here = lit.states.has(state.id);
  const nameOf = (id: string) => id.slice(chart.root.id.length + 1) || id;
  const ways = chart.edges.filter(({ from }) => from === state.id);
  return (
    <li aria-current={here || undefined}>
      <strong>{state.name}</strong>
      {here && (
        <>
          {' '}
          <Badge tone="primary">current</Badge>
        </>
      )}
      <Muted>
        {first && ', the first'}
        {kinds[state.kind]}
        {state.invokes.length > 0 && `, runs ${state.invokes.join(', ')}`}
      </Muted>
      {(ways.length > 0 || state.inside.length > 0 || state.states.length > 0) && (
        <List>
          {state.inside.map((cause) => (
            <li key={causeText(cause)}>
              <code>{causeText(cause)}</code> stays
            </li>
          ))}
          {ways.map(({ id, to, causes }) => (
            <li key={id}>
              <code>{causes.map(causeText).join(', ')}</code> leads to {nameOf(to)}
              {lightWords[lit.lightOf(causes) ?? 'not']}
            </li>
          ))}
          {state.states.map((child) => (
            <State key={child.id} state={child} chart={chart} lit={lit} first={child.id === state.initial} />
          ))}
        </List>
      )}
    </li>
  );
}

export const Outline = ({ chart, lit }: PartProps) => (
  <List>
    <State state={chart.root} chart={chart} lit={lit} first={false} />
  </List>
);
