const ENGLISH = new Intl.NumberFormat('en-US');

/** A whole number as JMeter's messages print it: `1,500`. */
export const grouped = (value: number): string => ENGLISH.format(value);
