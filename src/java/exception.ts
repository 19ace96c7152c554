/**
 * What Java would have thrown; its name is the Java class, so that log lines read like JMeter's.
 * An unchecked exception of a function leaves the function: the engine loses that sample.
 */
export class JavaException extends Error {
  override readonly name: string;

  /** @param className fully qualified, as in `java.lang.NumberFormatException`. */
  constructor(className: string, message: string) {
    super(message);
    this.name = className;
  }
}

export const numberFormatException = (text: string): JavaException =>
  new JavaException('java.lang.NumberFormatException', `For input string: "${text}"`);

export const illegalArgumentException = (message: string): JavaException =>
  new JavaException('java.lang.IllegalArgumentException', message);
