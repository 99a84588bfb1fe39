/** The datasets of an organization as cards, after a card that creates one. */
import { useMemo } from 'react';
import { Link } from 'react-router';
import styled from 'styled-components';
import type { Dataset } from '@cloakroom/contract/datasets.ts';
import { formatQuantity } from '#src/shared/format/counts.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { Card, CardButton, Clamped } from '#src/ui/Card.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Row } from '#src/ui/layout.ts';
import { LongGrid } from '#src/ui/LongGrid.tsx';

const Name = styled.h2`
  display: -webkit-box;
  overflow: hidden;
  line-height: 1.35; /* shows the descenders of the last line, and nothing of the line after it */
  -webkit-line-clamp: 2;
  -webkit-box-orient: vertical;
`;
/* Aligns the counts of a row of cards. */
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
          <Badge>{formatQuantity(count, 'schema')}</Badge>
        </Foot>
      )}
    </Card>
  );
}

/** The first item of the grid. */
const createItem = { id: 'create' } as const;

type Props = { datasets: readonly Dataset[]; onCreate: () => void };

export function DatasetCards({ datasets, onCreate }: Props) {
  const cards = useMemo(() => [createItem, ...datasets], [datasets]);
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
