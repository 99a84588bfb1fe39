/** Words where a file's first rows would stand: they take as much room, so that nothing moves when the rows come. */
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';

/** Stands in a column of the dialog's height and takes what the others leave. */
export const PreviewPlaceholder = styled.p`
  display: grid;
  flex: 1 0 12rem;
  place-items: center;
  padding: ${token.space.m};
  text-align: center;
  color: ${token.color.muted};
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.m};
`;

export const PreviewLoading = () => (
  <PreviewPlaceholder role="status">Looking at the first rows…</PreviewPlaceholder>
);
