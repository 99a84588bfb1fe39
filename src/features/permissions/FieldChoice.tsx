/** Chooses the fields that the members of a team may decrypt. */
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { Checkbox } from '#src/ui/form/Checkbox.tsx';
import { Muted, Row } from '#src/ui/layout.ts';

const Frame = styled.fieldset`
  min-inline-size: 0;
  margin: 0;
  padding: ${token.space.sm} 0 0;
  border: 0;
  border-block-start: 1px solid ${token.color.border};
  legend {
    float: inline-start;
    inline-size: 100%;
    padding: 0;
    font-weight: 600;
  }
`;
const Boxes = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(11rem, 100%), 1fr));
  gap: ${token.space.xs} ${token.space.m};
  margin-block-start: ${token.space.s};
  overflow-wrap: anywhere;
`;

export type FieldChoiceProps = {
  team: string;
  /** Every field of the schema. */
  all: readonly string[];
  saved: readonly string[];
  chosen: readonly string[];
  onChoose: (fields: string[]) => void;
  /** Why the fields can't be changed. */
  obstacle: string | undefined;
};

export function FieldChoice({ team, all, saved, chosen, onChoose, obstacle }: FieldChoiceProps) {
  const choose = (field: string, on: boolean) =>
    onChoose(all.filter((other) => (other === field ? on : chosen.includes(other))));
  const changed = (field: string) => saved.includes(field) !== chosen.includes(field);
  return (
    <Frame aria-label={`Fields that ${team} may decrypt`}>
      <legend>Fields that members may decrypt</legend>
      <Muted>{obstacle ?? 'Without any, members can search, count and sum, but not decrypt.'}</Muted>
      <Boxes>
        {all.map((field) => (
          <Row key={field}>
            <Checkbox
              label={field}
              name={field}
              checked={chosen.includes(field)}
              disabled={obstacle !== undefined}
              onChange={(event) => choose(field, event.target.checked)}
              aside={changed(field) && <Badge tone="warning">Changed</Badge>}
            />
          </Row>
        ))}
      </Boxes>
    </Frame>
  );
}
