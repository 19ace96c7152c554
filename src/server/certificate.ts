/** A private key and its certificate, both PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const NAMES = [
  { type: 2, value: 'localhost' },
  { type: 7, ip: '127.0.0.1' },
  { type: 7, ip: '::1' },
] as const;

/** Makes a key and a self-signed certificate for localhost. Nothing is kept: the next start makes another one. */
export async function selfSigned(): Promise<Certificate> {
  const { generate } = await import('selfsigned');
  const pems = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [...NAMES] }],
  });
  return { key: pems.private, cert: pems.cert };
}
