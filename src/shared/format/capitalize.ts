/** A text that begins with a capital letter: "Choose plan" for "choose plan". */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
