/** Makes the first letter of a string upper-case: "Choose plan" for "choose plan". */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
