/** The datasets of an organization as cards, the way to a new one among them. */
import { Link } from 'react-router';
import type { Dataset } from '#contract/datasets.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { Card, CardButton, CardGrid, Clamped } from '#src/ui/Card.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Row } from '#src/ui/layout.ts';

const plural = new Intl.PluralRules('en');
const counted = (count: number) => `${count} ${plural.select(count) === 'one' ? 'schema' : 'schemas'}`;

type Props = {
  datasets: readonly Dataset[];
  /** Schemas by dataset id; undefined while they aren't known. */
  schemaCounts: ReadonlyMap<string, number> | undefined;
  onCreate: () => void;
};

export function DatasetCards({ datasets, schemaCounts, onCreate }: Props) {
  return (
    <CardGrid label="Datasets">
      <li>
        <CardButton onClick={onCreate}>
          <Icon name="plus" size={24} />
          Create Dataset
        </CardButton>
      </li>
      {datasets.map(({ id, name, description }) => (
        <li key={id}>
          <Card $lift>
            <h2>
              <Link to={`/datasets/${id}`}>{name}</Link>
            </h2>
            {description && <Clamped title={description}>{description}</Clamped>}
            {schemaCounts && (
              <Row>
                <Badge>{counted(schemaCounts.get(id) ?? 0)}</Badge>
              </Row>
            )}
          </Card>
        </li>
      ))}
    </CardGrid>
  );
}
