/** The datasets of an organization as cards, after a card that creates one. */
import { lazy, Suspense, useMemo } from 'react';
import { Link } from 'react-router';
import styled from 'styled-components';
import type { Dataset } from '@cloakroom/contract/datasets.ts';
import { useAdminReason } from '#src/features/organizations/index.ts';
import { formatQuantity } from '#src/shared/format/counts.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { Card, CardButton, Clamped } from '#src/ui/Card.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Reason, useReason } from '#src/ui/Reason.tsx';
import { token } from '#src/ui/theme/tokens.ts';
import { Row } from '#src/ui/layout.ts';
import { LongGrid } from '#src/ui/LongGrid.tsx';

const DatasetMenu = lazy(async () => ({ default: (await import('./DatasetActions.tsx')).DatasetMenu }));

const Name = styled.h2`
  display: -webkit-box;
  overflow: hidden;
  line-height: 1.35; /* shows the descenders of the last line, and nothing of the line after it */
  -webkit-line-clamp: 2;
  -webkit-box-orient: vertical;
`;
/* The menu is above the link, which covers the card. */
const Head = styled.div`
  display: flex;
  gap: ${token.space.s};
  align-items: start;
  justify-content: space-between;
  > h2 {
    min-inline-size: 0;
  }
  > button {
    position: relative;
    margin: -4px -8px -4px 0;
  }
`;
/* As wide as the menu's button, until that is loaded. */
const MenuSpace = styled.span`
  flex: 0 0 28px;
`;
/* Aligns the counts of a row of cards. */
const Foot = styled(Row)`
  margin-block-start: auto;
`;

function DatasetCard({ dataset, isAdmin }: { dataset: Dataset; isAdmin: boolean }) {
  const { id, name, description, schema_count: count } = dataset;
  return (
    <Card $lift>
      <Head>
        <Name title={name}>
          <Link to={`/datasets/${id}`}>{name}</Link>
        </Name>
        {isAdmin && (
          <Suspense fallback={<MenuSpace aria-hidden />}>
            <DatasetMenu dataset={dataset} />
          </Suspense>
        )}
      </Head>
      {description && <Clamped title={description}>{description}</Clamped>}
      {count !== undefined && (
        <Foot>
          <Badge>{formatQuantity(count, 'schema')}</Badge>
        </Foot>
      )}
    </Card>
  );
}

/** Members who are not admins see why they can't press it. */
function CreateCard({ onCreate }: { onCreate: () => void }) {
  const obstacle = useAdminReason('create datasets');
  const reason = useReason(obstacle);
  return (
    <>
      <CardButton
        {...reason.anchor}
        aria-disabled={obstacle !== undefined || undefined}
        onClick={obstacle === undefined ? onCreate : undefined}
      >
        <Icon name="plus" size={24} />
        Create Dataset
      </CardButton>
      <Reason {...reason} />
    </>
  );
}

/** The first item of the grid. */
const createItem = { id: 'create' } as const;

type Props = { datasets: readonly Dataset[]; isAdmin: boolean; onCreate: () => void };

export function DatasetCards({ datasets, isAdmin, onCreate }: Props) {
  const cards = useMemo(() => [createItem, ...datasets], [datasets]);
  return (
    <LongGrid label="Datasets" items={cards} itemKey={({ id }) => id} cardHeight={12}>
      {(card) =>
        'name' in card ? <DatasetCard dataset={card} isAdmin={isAdmin} /> : <CreateCard onCreate={onCreate} />
      }
    </LongGrid>
  );
}
