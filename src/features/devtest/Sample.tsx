/** One sample with its heading. */
import type { ReactNode } from 'react';
import { Card } from '#src/ui/Card.tsx';
import { Row } from '#src/ui/layout.ts';

type Props = { title: string; row?: boolean; children: ReactNode };

export const Sample = ({ title, row = false, children }: Props) => (
  <Card as="section">
    <h2>{title}</h2>
    {row ? <Row $gap="sm">{children}</Row> : children}
  </Card>
);
