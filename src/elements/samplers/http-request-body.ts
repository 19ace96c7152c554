import type { Headers } from '../../http/request-headers.ts';
import type { VirtualUser } from '../../types.ts';
import type { ElementContext } from '../element-context.ts';
import {
  areNameless,
  contentCharset,
  formOf,
  formParameters,
  valuesOf,
  type HttpArgument,
} from './http-request-arguments.ts';
import { filesReader, isBody, readUpload, type HttpFile } from './http-request-files.ts';
import { multipartOf } from './http-request-multipart.ts';

/** The body of a request. */
export interface HttpBody {
  readonly bytes: Buffer;
  /** Content-Type that HttpClient adds, unless the request has one. */
  readonly contentType: string | undefined;
  /** The headers of the sampler, as the body changes them. */
  readonly headers: Headers;
  /** How results show it. */
  readonly shown: string;
}

/** How a body is made. */
export interface BodyReader {
  /** True when a request of that method has a body; GET has one when a file or nameless values make it. */
  isSent(user: VirtualUser, method: string): boolean;
  /** @throws JavaException for a charset, a text or a file that cannot be used. */
  read(user: VirtualUser, charset: string, headers: Headers): HttpBody;
}

const FORM = 'application/x-www-form-urlencoded';
const HIDDEN = '<actual file content, not shown here>';
const BODILESS = new Set(['HEAD', 'OPTIONS', 'TRACE']);

/** The body as the properties of a sampler make it (HTTPHC4Impl.setupHttpEntityEnclosingRequestData). */
export function bodyReader(context: ElementContext, args: readonly HttpArgument[]): BodyReader {
  const isRaw = context.boolean('HTTPSampler.postBodyRaw');
  const isMultipart = context.boolean('HTTPSampler.DO_MULTIPART_POST');
  const isBrowserCompatible = context.boolean('HTTPSampler.BROWSER_COMPATIBLE_MULTIPART');
  const readFiles = filesReader(context);
  const statesFormType =
    context.environment.properties.get('http.post_add_content_type_if_missing') === 'true';
  const contents = (file: HttpFile): Buffer => readUpload(file.path, context);
  const valuesOnly = (user: VirtualUser): boolean => isRaw(user) || areNameless(args, user);

  /** Content-Type comes from the file, whether that is sent or not. */
  function typed(headers: Headers, file: HttpFile | undefined): Headers {
    const stated = headers.find(([name]) => name.toLowerCase() === 'content-type');
    if (stated !== undefined && stated[1] !== '') return headers;
    const type =
      file !== undefined && file.mimeType !== '' ? file.mimeType : statesFormType ? FORM : undefined;
    if (type === undefined) return headers;
    return stated === undefined
      ? [...headers, ['Content-Type', type]]
      : headers.map((header) => (header === stated ? [header[0], type] : header));
  }

  return {
    isSent(user, method) {
      if (method !== 'GET') return !BODILESS.has(method);
      return (args.length === 0 && isBody(readFiles(user))) || valuesOnly(user);
    },
    read(user, charsetName, headers) {
      const files = readFiles(user);
      const charset = contentCharset(charsetName);
      const hasFiles = files.length > 0 && files.every((file) => file.path !== '');
      if (isMultipart(user) || (hasFiles && !isBody(files)))
        return {
          ...multipartOf(formParameters(args, user), files, charset, isBrowserCompatible(user), contents),
          headers: headers.filter(([name]) => name.toLowerCase() !== 'content-type'),
        };
      const [file] = files;
      if (args.length === 0 && file !== undefined && isBody(files))
        return {
          bytes: contents(file),
          contentType: undefined,
          headers: typed(headers, file),
          shown: HIDDEN,
        };
      const raw = valuesOnly(user);
      const shown = raw ? valuesOf(args, charset, user) : formOf(formParameters(args, user), charset);
      return {
        bytes: charset.encode(shown),
        contentType: `${raw ? 'text/plain' : FORM}; charset=${charset.name}`,
        headers: raw || statesFormType ? typed(headers, raw ? file : undefined) : headers,
        shown,
      };
    },
  };
}
