/** The link of an error about a missing dataset. */
import { LinkButton } from '#src/ui/LinkButton.tsx';

export const BackToDatasets = () => (
  <LinkButton icon="chevronLeft" to="/datasets">
    All datasets
  </LinkButton>
);
