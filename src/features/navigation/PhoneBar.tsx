/** Selects for the dataset and its schema, on a phone. */
import { useNavigate, useParams } from 'react-router';
import styled from 'styled-components';
import { formatQuantity } from '#src/shared/format/counts.ts';
import { useDatasets } from '#src/features/datasets/index.ts';
import { useSchemasIn } from '#src/features/schemas/index.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { NativeSelect } from '#src/ui/form/NativeSelect.tsx';
import { schemaPath } from '#src/shared/paths.ts';

const TwoColumns = styled.div`
  display: grid;
  grid-auto-columns: minmax(0, 1fr);
  grid-auto-flow: column;
  gap: ${token.space.s};
`;

type Named = { id: string; name: string };

/** Longer lists are truncated, because a native select has no search. */
const maxOptions = 100;

/** The first options of a long list, and the current one. */
function shortened(options: readonly Named[], current: string): readonly Named[] {
  if (options.length <= maxOptions) return options;
  const first = options.slice(0, maxOptions);
  const currentOption = options.find(({ id }) => id === current);
  return currentOption && !first.includes(currentOption) ? [currentOption, ...first] : first;
}

type NavigationSelectProps = {
  label: string;
  value: string;
  options: readonly Named[];
  /** The page with all options, offered if the list is truncated. */
  all: { to: string; label: string };
  toOne: (id: string) => string;
};

function NavigationSelect({ label, value, options, all, toOne }: NavigationSelectProps) {
  const navigate = useNavigate();
  return (
    <NativeSelect
      aria-label={label}
      value={value}
      onChange={({ target }) => void navigate(target.value === all.to ? all.to : toOne(target.value))}
    >
      <option value="" disabled>
        {label}
      </option>
      {shortened(options, value).map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {options.length > maxOptions && <option value={all.to}>{all.label}</option>}
    </NativeSelect>
  );
}

export function PhoneBar({ organization }: { organization: string }) {
  const { datasetId = '', schemaId = '' } = useParams();
  const datasets = useDatasets(organization).data?.items ?? [];
  const schemas = useSchemasIn(datasetId).data?.items ?? [];
  if (datasets.length === 0) return null;
  return (
    <TwoColumns>
      <NavigationSelect
        label="Dataset"
        value={datasetId}
        options={datasets}
        all={{ to: '/datasets', label: `All ${formatQuantity(datasets.length, 'dataset')}…` }}
        toOne={(id) => `/datasets/${id}`}
      />
      {schemas.length > 0 && (
        <NavigationSelect
          label="Schema"
          value={schemaId}
          options={schemas}
          all={{ to: `/datasets/${datasetId}`, label: `All ${formatQuantity(schemas.length, 'schema')}…` }}
          toOne={(id) => schemaPath(datasetId, id)}
        />
      )}
    </TwoColumns>
  );
}
