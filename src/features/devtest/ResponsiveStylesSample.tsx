/** Breakpoints, type, colours and spacing of the design system. */
import styled, { css } from 'styled-components';
import { screen, token } from '#src/ui/theme/tokens.ts';
import { Card, CardButton, CardGrid, Clamped } from '#src/ui/Card.tsx';
import { Narrow, PlainList, Row, Stack } from '#src/ui/layout.ts';
import { Sample } from './Sample.tsx';

const Width = styled.p`
  font-weight: 650;
  span {
    display: none;
  }
  ${screen.phone} {
    .phone {
      display: inline;
    }
  }
  @media (min-width: 640px) and (max-width: 959px) {
    .narrow {
      display: inline;
    }
  }
  ${screen.wide} {
    .wide {
      display: inline;
    }
  }
`;
const Columns = styled.div`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: ${token.space.m};
  ${screen.narrow} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  ${screen.phone} {
    grid-template-columns: minmax(0, 1fr);
  }
`;
const Swatches = styled(PlainList)`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(8rem, 100%), 1fr));
  gap: ${token.space.s};
  font-size: ${token.size.s};
`;
const Swatch = styled.span<{ $colour: string }>`
  display: block;
  block-size: 40px;
  background: ${({ $colour }) => $colour};
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.s};
  forced-color-adjust: none;
`;
const Line = styled.p<{ $size: string; $heading: boolean }>`
  font-size: ${({ $size }) => $size};
  line-height: 1.3;
  overflow-wrap: anywhere;
  ${({ $heading }) =>
    $heading &&
    css`
      font-family: ${token.font.heading};
      font-weight: 650;
    `}
`;
const Bar = styled.span<{ $length: string }>`
  display: block;
  inline-size: ${({ $length }) => $length};
  block-size: 12px;
  background: ${token.color.primary};
`;

const colours = Object.entries({ ...token.color, ...token.tone });
const headings = new Set(['xl', 'xxl', 'display']);
const text =
  'A paragraph of text in Open Sans, of a typical length: a card shows two lines of it and cuts off the rest.';

export const ResponsiveStylesSample = () => (
  <Stack $gap="l">
    <Sample title="Where the layout changes">
      <Width>
        <span className="phone">This is a phone’s width: below 640 pixels.</span>
        <span className="narrow">This is a narrow page: 640 to 959 pixels, without a sidebar.</span>
        <span className="wide">This is a wide page: 960 pixels or more, with a sidebar.</span>
      </Width>
      <Columns>
        {['One', 'Two', 'Three'].map((name) => (
          <Card key={name}>{name}</Card>
        ))}
      </Columns>
      <CardGrid label="Cards that adapt to the width">
        <li>
          <CardButton>Create</CardButton>
        </li>
        {['First', 'Second', 'Third'].map((name) => (
          <li key={name}>
            <Card $lift>
              <h3>{name}</h3>
              <Clamped>{text}</Clamped>
            </Card>
          </li>
        ))}
      </CardGrid>
    </Sample>
    <Sample title="Type">
      {Object.entries(token.size).map(([name, size]) => (
        <Line key={name} $size={size} $heading={headings.has(name)}>
          {name}: sealed at home, searched while sealed
        </Line>
      ))}
      <Narrow>
        <p>{text}</p>
      </Narrow>
      <p>
        <code>const code = 'in a fixed width';</code>
      </p>
    </Sample>
    <Sample title="Colours">
      <Swatches>
        {colours.map(([name, colour]) => (
          <li key={name}>
            <Swatch $colour={colour} />
            {name}
          </li>
        ))}
      </Swatches>
    </Sample>
    <Sample title="Distances">
      {Object.entries(token.space).map(([name, length]) => (
        <Row key={name}>
          <Bar $length={length} /> {name}
        </Row>
      ))}
    </Sample>
  </Stack>
);
