/** The way on from a schema that isn't there. */
import { LinkButton } from '#src/ui/LinkButton.tsx';

export const BackToDataset = ({ dataset }: { dataset: string }) => (
  <LinkButton icon="chevronLeft" to={`/datasets/${dataset}`}>
    Back to the dataset
  </LinkButton>
);
