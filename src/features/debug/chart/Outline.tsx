/** A chart as nested lists: the states, the current one, and the transitions of each. */
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
  parallel: ', parallel',
  final: ', final',
  history: ', history',
};

const highlightTexts = { last: ', taken last', taken: ', taken before', not: '' };

type OutlineProps = { chart: Chart; highlights: Highlights };

function State({ state, chart, highlights, first }: OutlineProps & { state: ChartState; first: boolean }) {
  const current = highlights.states.has(state.id);
  const nameOf = (id: string) => id.slice(chart.root.id.length + 1) || id;
  const edges = chart.edges.filter(({ from }) => from === state.id);
  return (
    <li aria-current={current || undefined}>
      <strong>{state.name}</strong>
      {current && (
        <>
          {' '}
          <Badge tone="primary">current</Badge>
        </>
      )}
      <Muted>
        {first && ', initial'}
        {kinds[state.kind]}
        {state.invokes.length > 0 && `, runs ${state.invokes.join(', ')}`}
      </Muted>
      {(edges.length > 0 || state.internal.length > 0 || state.states.length > 0) && (
        <List>
          {state.internal.map((cause) => (
            <li key={causeText(cause)}>
              <code>{causeText(cause)}</code> stays
            </li>
          ))}
          {edges.map(({ id, to, causes }) => (
            <li key={id}>
              <code>{causes.map(causeText).join(', ')}</code> leads to {nameOf(to)}
              {highlightTexts[highlights.highlightOf(causes) ?? 'not']}
            </li>
          ))}
          {state.states.map((child) => (
            <State
              key={child.id}
              state={child}
              chart={chart}
              highlights={highlights}
              first={child.id === state.initial}
            />
          ))}
        </List>
      )}
    </li>
  );
}

export const Outline = ({ chart, highlights }: OutlineProps) => (
  <List>
    <State state={chart.root} chart={chart} highlights={highlights} first={false} />
  </List>
);
