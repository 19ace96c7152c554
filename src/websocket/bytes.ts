const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export const equalBytes = (data: Uint8Array, value: Uint8Array): boolean => bufferOf(data).equals(value);

export const startsWithBytes = (data: Uint8Array, value: Uint8Array): boolean =>
  data.length >= value.length && equalBytes(data.subarray(0, value.length), value);

export const endsWithBytes = (data: Uint8Array, value: Uint8Array): boolean =>
  data.length >= value.length && equalBytes(data.subarray(data.length - value.length), value);

/** False for no bytes at all, as in the plugin. */
export const containsBytes = (data: Uint8Array, value: Uint8Array): boolean =>
  value.length > 0 && bufferOf(data).includes(bufferOf(value));
