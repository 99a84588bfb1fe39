/** Text in place of a file's first rows. It takes the same space, so that nothing moves when they load. */
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';

/** Fills the remaining height of its flex column. */
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
  <PreviewPlaceholder role="status">Reading the first rows…</PreviewPlaceholder>
);
