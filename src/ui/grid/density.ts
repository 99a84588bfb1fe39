/** The heights of the rows of a grid, in three steps. */

/** The row height of each density, in CSS pixels. */
export const densities = { compact: 24, standard: 27, comfortable: 36 } as const;
export type Density = keyof typeof densities;

export const densityNames = Object.keys(densities) as Density[];
