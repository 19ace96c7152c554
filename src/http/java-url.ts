import { isIPv6 } from 'node:net';
import { JavaException } from '../java/exception.ts';
import { trim } from '../java/trim.ts';

/** A URL as java.net.URL takes it apart; nothing in it is decoded or put in order. */
export interface JavaUrl {
  readonly protocol: 'http' | 'https';
  /** All between `//` and the path; empty when there is no such thing. */
  readonly authority: string;
  /** Before the `@`; undefined when there is none. */
  readonly userInfo: string | undefined;
  /** As typed; an IPv6 address has its brackets. Empty when the authority is none that names a host. */
  readonly host: string;
  /** -1 when none is given. */
  readonly port: number;
  readonly path: string;
  readonly query: string | undefined;
  /** What follows the `#`. */
  readonly ref: string | undefined;
  /** The whole, as results show it. */
  readonly text: string;
}

const malformed = (message: string): JavaException =>
  new JavaException('java.net.MalformedURLException', message);

/** Only these two can be requested; Java knows some more. */
function checkProtocol(protocol: string): 'http' | 'https' {
  const name = protocol.toLowerCase();
  if (name !== 'http' && name !== 'https') throw malformed(`unknown protocol: ${name}`);
  return name;
}

/** What java.net.URL does not take in a host. */
const BAD_HOST = /[\u0000-\u001f/\u007f]/;

function checkHost(host: string): void {
  const bad = BAD_HOST.exec(host)?.[0];
  if (bad === undefined) return;
  const what = bad === '/' ? "'/'" : `control char (code=${bad.charCodeAt(0)})`;
  throw malformed(`Illegal character found in host: ${what}`);
}

type Parts = Omit<JavaUrl, 'text'>;

function withText(parts: Parts): JavaUrl {
  const { protocol, authority, ref } = parts;
  const origin = `${protocol}:${authority === '' ? '' : `//${authority}`}`;
  return { ...parts, text: `${origin}${fileOf(parts)}${ref === undefined ? '' : `#${ref}`}` };
}

/** Path and query. */
export const fileOf = ({ path, query }: Pick<JavaUrl, 'path' | 'query'>): string =>
  query === undefined ? path : `${path}?${query}`;

/**
 * `new URL(protocol, host, port, file)`.
 * @param port -1: none.
 * @throws JavaException MalformedURLException
 */
export function urlFromParts(protocol: string, host: string, port: number, file: string): JavaUrl {
  const name = checkProtocol(protocol);
  if (port < -1) throw malformed(`Invalid port number :${port}`);
  checkHost(host);
  const [beforeRef, ref] = cut(file, file.indexOf('#'));
  const [path, query] = cut(beforeRef, beforeRef.lastIndexOf('?'));
  const shown = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  const authority = port < 0 ? shown : `${shown}:${port}`;
  return withText({ protocol: name, authority, userInfo: undefined, host: shown, port, path, query, ref });
}

/** The text before that place, and what follows it; all of it when the place is negative. */
const cut = (text: string, at: number): [string, string | undefined] =>
  at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];

const PROTOCOL = /^([a-zA-Z][a-zA-Z0-9+.-]*):/;

/**
 * `new URL(context, spec)`: an absolute URL, or one that is relative to the context.
 * @throws JavaException MalformedURLException
 */
export function parseUrl(spec: string, context?: JavaUrl): JavaUrl {
  let rest = trim(spec);
  const given = PROTOCOL.exec(rest)?.[1];
  if (given !== undefined) rest = rest.slice(given.length + 1);
  if (given === undefined && context === undefined) throw malformed(`no protocol: ${spec}`);
  const protocol = given === undefined ? context!.protocol : checkProtocol(given);
  // `http:path` is relative to a context of the same protocol.
  const base =
    given === undefined || (protocol === context?.protocol && context.path.startsWith('/'))
      ? context
      : undefined;
  const [beforeRef, ref] = cut(rest, rest.indexOf('#'));
  if (base !== undefined && beforeRef === '') return withText({ ...base, ref: ref ?? base.ref });
  const queryOnly = beforeRef.startsWith('?');
  const [file, query] = cut(beforeRef, beforeRef.indexOf('?'));
  let server: Authority = base ?? NO_AUTHORITY;
  let path = base?.path ?? '';
  let own = file;
  if (file.startsWith('//')) {
    const end = file.indexOf('/', 2);
    server = parseAuthority(end < 0 ? file.slice(2) : file.slice(2, end));
    own = end < 0 ? '' : file.slice(end);
    path = '';
  }
  const { authority, userInfo, host, port } = server;
  if (own.startsWith('/')) path = own;
  else if (own !== '') path = path === '' ? `/${own}` : path.slice(0, path.lastIndexOf('/') + 1) + own;
  else if (queryOnly) path = `${path.slice(0, Math.max(0, path.lastIndexOf('/')))}/`;
  return withText({ protocol, authority, userInfo, host, port, path: withoutDots(path), query, ref });
}

type Authority = Pick<JavaUrl, 'authority' | 'userInfo' | 'host' | 'port'>;
const NO_AUTHORITY: Authority = { authority: '', userInfo: undefined, host: '', port: -1 };

function parseAuthority(authority: string): Authority {
  const at = authority.indexOf('@');
  if (at !== authority.lastIndexOf('@')) return { ...NO_AUTHORITY, authority };
  const userInfo = at < 0 ? undefined : authority.slice(0, at);
  const server = authority.slice(at + 1);
  const match = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/s.exec(server);
  const [host, portText] = [match?.[1] ?? server, match?.[2]];
  if (host.startsWith('[') && !isIPv6(host.slice(1, -1).replace(/%.*$/, '')))
    throw malformed(`Invalid host: ${host}`);
  checkHost(host);
  if (portText === undefined || portText === '') return { authority, userInfo, host, port: -1 };
  return { authority, userInfo, host, port: portNumber(portText) };
}

/** The port in a URL, as Integer.parseInt reads a part of it. */
function portNumber(text: string): number {
  const port = Number(text);
  if (!/^[+-]?\d+$/.test(text) || port > 0x7fff_ffff) {
    const wrong = /^[+-]?\d+$/.test(text) ? 9 : text.search(/(?!^[+-])\D/);
    throw malformed(`Error at index ${wrong} in: "${text}"`);
  }
  if (port < -1) throw malformed(`Invalid port number :${port}`);
  return port;
}

/** Takes out `/./` and `/folder/../`, as far as there are folders. */
function withoutDots(path: string): string {
  let result = path;
  for (let at = 0; (at = result.indexOf('/./')) >= 0;) result = result.slice(0, at) + result.slice(at + 2);
  for (let at = 0; (at = result.indexOf('/../', at)) >= 0;) {
    const before = slashBefore(result, at);
    if (before >= 0 && result.indexOf('/../', before) !== 0) {
      result = result.slice(0, before) + result.slice(at + 3);
      at = 0;
    } else at += 3;
  }
  while (result.endsWith('/..')) {
    const before = slashBefore(result, result.indexOf('/..'));
    if (before < 0) break;
    result = result.slice(0, before + 1);
  }
  if (result.startsWith('./') && result.length > 2) result = result.slice(2);
  return result.endsWith('/.') ? result.slice(0, -1) : result;
}

const slashBefore = (path: string, at: number): number => (at > 0 ? path.lastIndexOf('/', at - 1) : -1);

/** The port that is connected to. */
export const portOf = ({ port, protocol }: Pick<JavaUrl, 'port' | 'protocol'>): number =>
  port >= 0 ? port : protocol === 'https' ? 443 : 80;

/** Host and port as the Host header and messages name them: the port only when it is given. */
export const hostText = ({ host, port }: Pick<JavaUrl, 'host' | 'port'>): string =>
  port < 0 ? host : `${host}:${port}`;
