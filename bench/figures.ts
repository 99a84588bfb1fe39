/** A figure, and how figures are printed: one line each, or JSON. */

export type Figure = {
  name: string;
  value: number;
  unit: string;
  /** The bound of the figure; null for none. */
  goal: { min: number } | { max: number } | null;
};

const meetsGoal = ({ value, goal }: Figure): boolean =>
  goal === null || ('min' in goal ? value >= goal.min : value <= goal.max);
const goalText = ({ goal }: Figure): string =>
  goal === null ? '-' : 'min' in goal ? `≥ ${goal.min}` : `≤ ${goal.max}`;

/** Prints figures as tab-separated lines, or as one JSON array. */
export function print(figures: Figure[], json: boolean): void {
  const verdict = (figure: Figure) =>
    figure.goal === null ? '-' : meetsGoal(figure) ? 'holds' : 'falls short';
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

/** The smallest and the largest value, as text. */
export const range = (values: number[], digits: number): string => {
  const [min, max] = [Math.min(...values), Math.max(...values)];
  return `(${Number(min.toPrecision(digits))} to ${Number(max.toPrecision(digits))})`;
};

/** The median of several rounds, with their range. */
export const medianOf = (name: string, values: number[], unit: string, goal: Figure['goal']): Figure => ({
  name,
  value: median(values),
  unit: values.length > 1 ? `${unit} ${range(values, 3)}` : unit,
  goal,
});
