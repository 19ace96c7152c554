import { readFileSync } from 'node:fs';

/** A private key with its certificates, in PEM, as `tls.connect` takes them. */
export interface KeyEntry {
  readonly alias: string;
  readonly key: string;
  /** The certificate of the key, followed by those that signed it. */
  readonly cert: string;
}

/**
 * The private keys of a Java key store (JKS or PKCS12), in the order of the file. The reader is loaded at first use.
 * @throws Error one line that names the file, when it cannot be read or the password is wrong.
 */
export async function readKeyStore(file: string, password: string): Promise<KeyEntry[]> {
  const { toPem } = await import('jks-js');
  let entries: ReturnType<typeof toPem>;
  try {
    entries = toPem(readFileSync(file), password);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `Cannot read the key store ${file}: ${why}. Check javax.net.ssl.keyStore and keyStorePassword.`,
      { cause: error },
    );
  }
  return Object.entries(entries).flatMap(([alias, { key, cert }]) =>
    key !== undefined && cert !== undefined ? [{ alias, key, cert }] : [],
  );
}
