/** How a figure is printed: one line each, or JSON. */

export type Figure = {
  name: string;
  value: number;
  unit: string;
  /** The bound, and on which side of it the figure shall lie; null where nothing is promised. */
  goal: { least: number } | { most: number } | null;
};

const holds = ({ value, goal }: Figure): boolean =>
  goal === null || ('least' in goal ? value >= goal.least : value <= goal.most);
const goalText = ({ goal }: Figure): string =>
  goal === null ? '-' : 'least' in goal ? `≥ ${goal.least}` : `≤ ${goal.most}`;

/** Print figures as tab-separated lines, or as one JSON array. */
export function print(figures: Figure[], json: boolean): void {
  const verdict = (figure: Figure) => (figure.goal === null ? '-' : holds(figure) ? 'holds' : 'falls short');
  if (json)
    console.log(
      JSON.stringify(
        figures.map((figure) => ({ ...figure, verdict: verdict(figure) })),
        null,
        2,
      ),
    );
  else
    for (const figure of figures)
      console.log(
        [
          figure.name,
          Number.isInteger(figure.value) ? figure.value : Number(figure.value.toPrecision(4)),
          figure.unit,
          goalText(figure),
          verdict(figure),
        ].join('\t'),
      );
}

export const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** The least and the greatest of values that a median is taken of. */
export const ends = (values: number[], digits: number): string => {
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  return `(${Number(least.toPrecision(digits))} to ${Number(greatest.toPrecision(digits))})`;
};

/** The median of what several rounds came to, with their ends beside it. */
export const medianOf = (name: string, values: number[], unit: string, goal: Figure['goal']): Figure => ({
  name,
  value: median(values),
  unit: values.length > 1 ? `${unit} ${ends(values, 3)}` : unit,
  goal,
});
