/** On a phone: straight to a dataset, and to one of its schemas. */
import { useNavigate, useParams } from 'react-router';
import styled from 'styled-components';
import { counted } from '#src/shared/format/counts.ts';
import { useDatasets } from '#src/features/datasets/index.ts';
import { useSchemasIn } from '#src/features/schemas/index.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { NativeSelect } from '#src/ui/form/NativeSelect.tsx';

const Halves = styled.div`
  display: grid;
  grid-auto-columns: minmax(0, 1fr);
  grid-auto-flow: column;
  gap: ${token.space.s};
`;

type Named = { id: string; name: string };

/** A phone's own list of choices is no place to look through more. */
const maxOptions = 100;

/** The first of a long list, and the present one wherever it stands. */
function shortened(options: readonly Named[], present: string): readonly Named[] {
  if (options.length <= maxOptions) return options;
  const first = options.slice(0, maxOptions);
  const here = options.find(({ id }) => id === present);
  return here && !first.includes(here) ? [here, ...first] : first;
}

type Choice = {
  label: string;
  value: string;
  options: readonly Named[];
  /** Where all of them are, when there are too many, and what that place is called. */
  all: { to: string; label: string };
  toOne: (id: string) => string;
};

function Choose({ label, value, options, all, toOne }: Choice) {
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
    <Halves>
      <Choose
        label="Dataset"
        value={datasetId}
        options={datasets}
        all={{ to: '/datasets', label: `All ${counted(datasets.length, 'dataset')}…` }}
        toOne={(id) => `/datasets/${id}`}
      />
      {schemas.length > 0 && (
        <Choose
          label="Schema"
          value={schemaId}
          options={schemas}
          all={{ to: `/datasets/${datasetId}`, label: `All ${counted(schemas.length, 'schema')}…` }}
          toOne={(id) => `/datasets/${datasetId}/schemas/${id}`}
        />
      )}
    </Halves>
  );
}
