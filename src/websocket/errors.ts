/** An I/O failure of a connection. The message is the one that Java's socket classes give for it. */
export class IoError extends Error {
  override readonly name = 'IoError';
  /** The read timeout ran out; the connection is as good as before. */
  readonly timedOut: boolean;

  constructor(message: string, timedOut = false) {
    super(message);
    this.timedOut = timedOut;
  }
}

export const readTimedOut = (): IoError => new IoError('Read timed out', true);

/** The server, or the proxy, answered and did not switch protocols. */
export class UpgradeError extends Error {
  override readonly name = 'UpgradeError';
  /** HTTP status when that was the reason; undefined for a 101 that breaks RFC 6455. */
  readonly statusCode: number | undefined;

  constructor(message: string, statusCode?: number) {
    super(message);
    this.statusCode = statusCode;
  }
}

const TEXTS: Readonly<Record<string, string>> = {
  EACCES: 'Permission denied',
  EADDRINUSE: 'Address already in use',
  EADDRNOTAVAIL: 'Cannot assign requested address',
  ECONNABORTED: 'Software caused connection abort',
  ECONNREFUSED: 'Connection refused',
  ECONNRESET: 'Connection reset',
  EHOSTUNREACH: 'No route to host',
  EMFILE: 'Too many open files',
  ENETUNREACH: 'Network is unreachable',
  ENFILE: 'Too many open files in system',
  ENOBUFS: 'No buffer space available',
  EPIPE: 'Broken pipe',
  ETIMEDOUT: 'Connection timed out',
};

/** What Java says for an error of a Node socket. */
export function ioText(error: NodeJS.ErrnoException): string {
  const { code } = error;
  if (code === undefined) return error.message;
  // OpenSSL could not make sense of the other side; JMeter's client reports its own clean-up instead.
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return 'Socket is closed';
  return TEXTS[code] ?? error.message;
}
