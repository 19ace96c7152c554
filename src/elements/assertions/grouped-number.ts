/** A whole number as JMeter's messages print it: `1,500`. */
export const grouped = (value: number): string => value.toLocaleString('en-US');
