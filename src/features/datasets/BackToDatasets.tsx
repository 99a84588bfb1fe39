/** The way on from a dataset that isn't there. */
import { LinkButton } from '#src/ui/LinkButton.tsx';

export const BackToDatasets = () => (
  <LinkButton icon="chevronLeft" to="/datasets">
    All datasets
  </LinkButton>
);
