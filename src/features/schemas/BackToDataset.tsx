/** The link of an error about a missing schema. */
import { LinkButton } from '#src/ui/LinkButton.tsx';

export const BackToDataset = ({ dataset }: { dataset: string }) => (
  <LinkButton icon="chevronLeft" to={`/datasets/${dataset}`}>
    Back to the dataset
  </LinkButton>
);
