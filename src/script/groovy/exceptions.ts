import { type HostType, hostObject, methodTable, type HostObject } from './value.ts';

/** A Throwable of a script. */
export interface Throwable {
  /** As Java names it. */
  readonly className: string;
  readonly message: string | null;
  readonly cause: HostObject | null;
}

/** What a script throws, or what fails in it, on its way out. */
export class ScriptThrow extends Error {
  override readonly name = 'ScriptThrow';
  readonly throwable: Throwable;
  readonly object: HostObject;

  constructor(throwable: Throwable, object: HostObject = hostObject(throwableType, throwable)) {
    super(throwableText(throwable));
    this.throwable = throwable;
    this.object = object;
  }
}

export const POWER_ASSERTION = 'org.codehaus.groovy.runtime.powerassert.PowerAssertionError';

/** `toString()` of a Throwable. */
export const throwableText = ({ className, message }: Throwable): string =>
  message === null ? className : className === POWER_ASSERTION ? message : `${className}: ${message}`;

export const throwableType: HostType<Throwable> = {
  name: 'java.lang.Throwable',
  className: ({ className }: Throwable) => className,
  text: (data: Throwable) => throwableText(data),
  methods: methodTable<Throwable>({
    getMessage: ({ message }) => message,
    getLocalizedMessage: ({ message }) => message,
    getCause: ({ cause }) => cause,
    toString: (data: Throwable) => throwableText(data),
    printStackTrace: () => null,
  }),
};

/** The class above each class that scripts may throw or catch. */
const PARENTS: Readonly<Record<string, string>> = {
  'java.lang.Exception': 'java.lang.Throwable',
  'java.lang.Error': 'java.lang.Throwable',
  'java.lang.RuntimeException': 'java.lang.Exception',
  'java.lang.AssertionError': 'java.lang.Error',
  'org.codehaus.groovy.runtime.powerassert.PowerAssertionError': 'java.lang.AssertionError',
  'java.lang.VirtualMachineError': 'java.lang.Error',
  'java.lang.StackOverflowError': 'java.lang.VirtualMachineError',
  'java.lang.OutOfMemoryError': 'java.lang.VirtualMachineError',
  'java.lang.ReflectiveOperationException': 'java.lang.Exception',
  'java.lang.InterruptedException': 'java.lang.Exception',
  'java.lang.IllegalArgumentException': 'java.lang.RuntimeException',
  'java.lang.NumberFormatException': 'java.lang.IllegalArgumentException',
  'java.lang.IllegalStateException': 'java.lang.RuntimeException',
  'java.lang.NullPointerException': 'java.lang.RuntimeException',
  'java.lang.ArithmeticException': 'java.lang.RuntimeException',
  'java.lang.ClassCastException': 'java.lang.RuntimeException',
  'java.lang.UnsupportedOperationException': 'java.lang.RuntimeException',
  'java.lang.NegativeArraySizeException': 'java.lang.RuntimeException',
  'java.lang.IndexOutOfBoundsException': 'java.lang.RuntimeException',
  'java.lang.ArrayIndexOutOfBoundsException': 'java.lang.IndexOutOfBoundsException',
  'java.lang.StringIndexOutOfBoundsException': 'java.lang.IndexOutOfBoundsException',
  'java.util.NoSuchElementException': 'java.lang.RuntimeException',
  'java.util.ConcurrentModificationException': 'java.lang.RuntimeException',
  'java.util.regex.PatternSyntaxException': 'java.lang.IllegalArgumentException',
  'java.util.IllegalFormatException': 'java.lang.IllegalArgumentException',
  'java.util.UnknownFormatConversionException': 'java.util.IllegalFormatException',
  'java.util.MissingFormatArgumentException': 'java.util.IllegalFormatException',
  'java.util.IllegalFormatConversionException': 'java.util.IllegalFormatException',
  'java.text.ParseException': 'java.lang.Exception',
  'java.io.IOException': 'java.lang.Exception',
  'java.io.FileNotFoundException': 'java.io.IOException',
  'java.io.UnsupportedEncodingException': 'java.io.IOException',
  'java.nio.file.FileSystemException': 'java.io.IOException',
  'java.nio.file.NoSuchFileException': 'java.nio.file.FileSystemException',
  'java.net.MalformedURLException': 'java.io.IOException',
  'java.net.URISyntaxException': 'java.lang.Exception',
  'java.net.SocketException': 'java.io.IOException',
  'java.net.SocketTimeoutException': 'java.io.IOException',
  'java.security.GeneralSecurityException': 'java.lang.Exception',
  'java.security.NoSuchAlgorithmException': 'java.security.GeneralSecurityException',
  'java.security.InvalidKeyException': 'java.security.GeneralSecurityException',
  'java.time.DateTimeException': 'java.lang.RuntimeException',
  'java.time.format.DateTimeParseException': 'java.time.DateTimeException',
  'groovy.lang.GroovyRuntimeException': 'java.lang.RuntimeException',
  'groovy.lang.MissingPropertyException': 'groovy.lang.GroovyRuntimeException',
  'groovy.lang.MissingMethodException': 'groovy.lang.GroovyRuntimeException',
  'groovy.json.JsonException': 'groovy.lang.GroovyRuntimeException',
  'org.codehaus.groovy.runtime.typehandling.GroovyCastException': 'java.lang.ClassCastException',
  'org.apache.jorphan.util.JMeterException': 'java.lang.Exception',
  'org.apache.jorphan.util.JMeterStopThreadException': 'java.lang.RuntimeException',
  'org.apache.jorphan.util.JMeterStopTestException': 'java.lang.RuntimeException',
  'org.apache.jorphan.util.JMeterStopTestNowException': 'java.lang.RuntimeException',
};

export const throwableClasses: readonly string[] = ['java.lang.Throwable', ...Object.keys(PARENTS)];

export const isThrowableClass = (name: string): boolean =>
  name === 'java.lang.Throwable' || Object.hasOwn(PARENTS, name);

/** True when a class is that one or below it. */
export function isSubclass(name: string, ancestor: string): boolean {
  for (let at: string | undefined = name; at !== undefined; at = PARENTS[at])
    if (at === ancestor) return true;
  return false;
}

/** `throw javaError('java.lang.IllegalArgumentException', '…')`. */
export const javaError = (className: string, message: string | null): ScriptThrow =>
  new ScriptThrow({ className, message, cause: null });

export const nullPointer = (message: string): ScriptThrow =>
  javaError('java.lang.NullPointerException', message);

export const illegalArgument = (message: string): ScriptThrow =>
  javaError('java.lang.IllegalArgumentException', message);
