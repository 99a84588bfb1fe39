/** On a phone: straight to a dataset, and to one of its schemas. */
import { useNavigate, useParams } from 'react-router';
import styled from 'styled-components';
import { byDataset } from '#src/lib/byDataset.ts';
import { useDatasets } from '#src/queries/datasets.ts';
import { useSchemas } from '#src/queries/schemas.ts';
import { token } from '#src/theme/tokens.ts';
import { NativeSelect } from '#src/ui/form/Select.tsx';

const Halves = styled.div`
  display: grid;
  grid-auto-columns: minmax(0, 1fr);
  grid-auto-flow: column;
  gap: ${token.space.s};
`;

type Choice = {
  label: string;
  value: string;
  options: readonly { id: string; name: string }[];
  go: (id: string) => void;
};

const Choose = ({ label, value, options, go }: Choice) => (
  <NativeSelect aria-label={label} value={value} onChange={(event) => go(event.target.value)}>
    <option value="" disabled>
      {label}
    </option>
    {options.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </NativeSelect>
);

export function PhoneBar({ organization }: { organization: string }) {
  const { datasetId = '', schemaId = '' } = useParams();
  const navigate = useNavigate();
  const datasets = useDatasets(organization).data?.items ?? [];
  const schemas = byDataset(useSchemas(organization).data?.items ?? []).get(datasetId) ?? [];
  if (datasets.length === 0) return null;
  return (
    <Halves>
      <Choose
        label="Dataset"
        value={datasetId}
        options={datasets}
        go={(id) => void navigate(`/datasets/${id}`)}
      />
      {schemas.length > 0 && (
        <Choose
          label="Schema"
          value={schemaId}
          options={schemas}
          go={(id) => void navigate(`/datasets/${datasetId}/schemas/${id}`)}
        />
      )}
    </Halves>
  );
}
