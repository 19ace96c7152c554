/**
 * `Double.toString`: always with a fraction, in E notation outside [0.001, 10^7). The digits are the shortest that
 * identify the number; for a few numbers Java before 19 writes one digit more (5E-324 as 4.9E-324).
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
