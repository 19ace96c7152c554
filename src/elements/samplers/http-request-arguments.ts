import { JavaException } from '../../java/exception.ts';
import { charsetNamed, type Charset } from '../../java/charset.ts';
import { decodeUrl, encodeUrl } from '../../java/url-coding.ts';
import type { Template, VirtualUser } from '../../types.ts';
import type { BooleanReader, ElementContext } from '../element-context.ts';

/**
 * One parameter of a request (protocol.http.util.HTTPArgument). As in JMeter it is evaluated at each use: for the
 * query and for the body apart.
 */
export interface HttpArgument {
  readonly name: Template;
  readonly value: Template;
  /** What stands between name and value in a query: `=`, or nothing. */
  readonly separator: Template;
  /** False: name and value are encoded already. */
  readonly encode: BooleanReader;
  /** In a multipart form. */
  readonly contentType: Template;
}

export const httpArguments = (context: ElementContext): HttpArgument[] =>
  (context.inner('HTTPsampler.Arguments')?.elements('Arguments.arguments') ?? []).map((argument) => ({
    name: argument.text('Argument.name'),
    value: argument.text('Argument.value'),
    separator: argument.text('Argument.metadata'),
    encode: argument.boolean('HTTPArgument.always_encode'),
    contentType: argument.text('HTTPArgument.content_type', 'text/plain'),
  }));

/** A charset in which texts can be written. */
export type WritableCharset = Charset & { readonly encode: (text: string) => Buffer };

export const isWritable = (charset: Charset): charset is WritableCharset => charset.encode !== undefined;

/** `Charset.forName`. @throws JavaException UnsupportedCharsetException */
export function contentCharset(name: string): WritableCharset {
  try {
    const charset = charsetNamed(name);
    if (isWritable(charset)) return charset;
  } catch (error) {
    if (!(error instanceof JavaException)) throw error;
  }
  throw new JavaException('java.nio.charset.UnsupportedCharsetException', name);
}

/** True when the values alone make the body: no parameter has a name. JMeter asks each for its name twice. */
export const areNameless = (args: readonly HttpArgument[], user: VirtualUser): boolean =>
  args.length > 0 &&
  args.every(({ name }) => {
    name.evaluate(user);
    return name.evaluate(user) === '';
  });

/**
 * The parameters as a query; those without a name are left out.
 * @param charsetName a charset that is not known costs the values that need it, and a line in the log.
 */
export function queryOf(args: readonly HttpArgument[], charsetName: string, user: VirtualUser): string {
  const encoded = (value: string): string => {
    try {
      return encodeUrl(value, contentCharset(charsetName).encode);
    } catch (error) {
      if (!(error instanceof JavaException)) throw error;
      user.log.log(
        'WARN',
        'o.a.j.p.h.s.HTTPSamplerBase',
        `Unable to encode parameter in encoding ${charsetName}, parameter value not included in query string`,
      );
      return '';
    }
  };
  const pairs: string[] = [];
  for (const argument of args) {
    const encode = argument.encode(user);
    const name = argument.name.evaluate(user);
    if (name === '') continue;
    const separator = argument.separator.evaluate(user);
    const value = argument.value.evaluate(user);
    pairs.push((encode ? encodeUrl(name) : name) + separator + (encode ? encoded(value) : value));
  }
  return pairs.join('&');
}

/** A parameter of a form as one sample sees it. */
export interface FormParameter {
  readonly name: string;
  readonly value: string;
  readonly encode: boolean;
  readonly contentType: string;
}

/** The parameters that a form has: their names are not blank. */
export const formParameters = (args: readonly HttpArgument[], user: VirtualUser): FormParameter[] =>
  args.flatMap((argument) => {
    const name = argument.name.evaluate(user);
    if (name.trim() === '') return [];
    return [
      {
        name,
        value: argument.value.evaluate(user),
        encode: argument.encode(user),
        contentType: argument.contentType.evaluate(user),
      },
    ];
  });

/**
 * The parameters as application/x-www-form-urlencoded. What is encoded already is decoded first, so that it goes out
 * as HttpClient writes it.
 * @throws JavaException for what cannot be decoded.
 */
export const formOf = (parameters: readonly FormParameter[], charset: WritableCharset): string =>
  parameters
    .map(({ name, value, encode }) => {
      const plain = (text: string): string =>
        encode ? text : decodeUrl(text, (bytes) => charset.decode(bytes));
      return `${encodeUrl(plain(name), charset.encode)}=${encodeUrl(plain(value), charset.encode)}`;
    })
    .join('&');

/** The values as they follow each other in a body. */
export const valuesOf = (
  args: readonly HttpArgument[],
  charset: WritableCharset,
  user: VirtualUser,
): string =>
  args
    .map(({ value, encode }) => {
      const text = value.evaluate(user);
      return encode(user) ? encodeUrl(text, charset.encode) : text;
    })
    .join('');
