/**
 * `Double.toString`: always with a fraction, in E notation outside [0.001, 10^7).
 * The digits are the shortest that identify the number; Java 17 sometimes writes one more (2.0E-3 is the same, but
 * 2.2250738585072014E-308 and the like can differ in the last place).
 */
export function doubleToString(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const [mantissa, exponentText] = value.toExponential().split('e');
  const exponent = Number(exponentText);
  const sign = value < 0 ? '-' : '';
  const digits = mantissa!.replace(/[-.]/g, '');
  if (exponent < -3 || exponent > 6) return `${sign}${digits[0]!}.${digits.slice(1) || '0'}E${exponent}`;
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`;
}
