/** The datasets of an organization as cards, the way to a new one before them. */
import { useMemo } from 'react';
import { Link } from 'react-router';
import styled from 'styled-components';
import type { Dataset } from '@cloakroom/contract/datasets.ts';
import { counted } from '#src/shared/format/counts.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { Card, CardButton, Clamped } from '#src/ui/Card.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Row } from '#src/ui/layout.ts';
import { LongGrid } from '#src/ui/LongGrid.tsx';

const Name = styled.h2`
  display: -webkit-box;
  overflow: hidden;
  line-height: 1.35; /* neither is what hangs below the last line cut off, nor does the next one peep out */
  -webkit-line-clamp: 2;
  -webkit-box-orient: vertical;
`;
/* The count stands at the foot of every card of a line. */
const Foot = styled(Row)`
  margin-block-start: auto;
`;

function DatasetCard({ id, name, description, schema_count: count }: Dataset) {
  return (
    <Card $lift>
      <Name title={name}>
        <Link to={`/datasets/${id}`}>{name}</Link>
      </Name>
      {description && <Clamped title={description}>{description}</Clamped>}
      {count !== undefined && (
        <Foot>
          <Badge>{counted(count, 'schema')}</Badge>
        </Foot>
      )}
    </Card>
  );
}

/** Stands in the first place of the grid. */
const create = { id: 'create' } as const;

type Props = { datasets: readonly Dataset[]; onCreate: () => void };

export function DatasetCards({ datasets, onCreate }: Props) {
  const cards = useMemo(() => [create, ...datasets], [datasets]);
  return (
    <LongGrid label="Datasets" items={cards} itemKey={({ id }) => id} cardHeight={12}>
      {(card) =>
        'name' in card ? (
          <DatasetCard {...card} />
        ) : (
          <CardButton onClick={onCreate}>
            <Icon name="plus" size={24} />
            Create Dataset
          </CardButton>
        )
      }
    </LongGrid>
  );
}
