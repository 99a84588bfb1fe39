/** The breadcrumb of a page. */
import { Link } from 'react-router';
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { Icon } from '../Icon.tsx';

const Trail = styled.ol.attrs({ role: 'list' })`
  display: flex;
  flex-wrap: wrap;
  gap: 2px ${token.space.xs};
  align-items: center;
  margin: 0;
  padding: 0;
  font-size: ${token.size.s};
  list-style: none;
  li {
    display: flex;
    gap: ${token.space.xs};
    align-items: center;
    min-inline-size: 0;
    color: ${token.color.muted};
  }
  a,
  span {
    display: inline-block;
    max-inline-size: 24ch;
    min-block-size: 24px;
    overflow: hidden;
    line-height: 24px;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  a {
    color: inherit;
    text-decoration: none;
    border-radius: 3px;
  }
  a:hover {
    color: ${token.color.primary};
    text-decoration: underline;
  }
  [aria-current] {
    color: ${token.color.text};
  }
`;

/** The last step is the current page, and never a link. */
export function Breadcrumb({ steps }: { steps: readonly { label: string; to?: string }[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <Trail>
        {steps.map((step, at) => {
          const isCurrent = at === steps.length - 1;
          return (
            <li key={`${step.to ?? ''} ${step.label}`}>
              {at > 0 && <Icon name="chevronRight" size={14} />}
              {isCurrent || step.to === undefined ? (
                <span aria-current={isCurrent ? 'page' : undefined} title={step.label}>
                  {step.label}
                </span>
              ) : (
                <Link to={step.to} title={step.label}>
                  {step.label}
                </Link>
              )}
            </li>
          );
        })}
      </Trail>
    </nav>
  );
}
