import dgram from 'node:dgram';
import { atMost, LAST_SEND_MS, reasonOf, type Report, type Sender } from '../sender.ts';

/** Most bytes of a datagram. */
const LARGEST = 65_000;

/** Sends lines to a UDP port, as many in one datagram as it takes. */
export class UdpSender implements Sender {
  readonly #host: string;
  readonly #port: number;
  readonly #report: Report;
  readonly #underWay = new Set<Promise<void>>();

  constructor(host: string, port: number, report: Report) {
    this.#host = host;
    this.#port = port;
    this.#report = report;
  }

  send(payload: string | Buffer): void {
    const sent = this.#send(String(payload)).finally(() => this.#underWay.delete(sent));
    this.#underWay.add(sent);
  }

  async close(last: string | Buffer): Promise<void> {
    this.send(last);
    await atMost(LAST_SEND_MS, Promise.all(this.#underWay));
  }

  async #send(lines: string): Promise<void> {
    try {
      for (const datagram of datagrams(lines)) await this.#sendOne(datagram);
    } catch (error) {
      this.#report(reasonOf(error));
    }
  }

  #sendOne(datagram: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = dgram.createSocket('udp4');
      const end = (error: Error | null): void => {
        socket.close();
        if (error === null) resolve();
        else reject(error);
      };
      socket.send(datagram, this.#port, this.#host, end);
    });
  }
}

/** Whole lines, as many as a datagram holds. */
function datagrams(lines: string): string[] {
  const parts: string[] = [];
  let part = '';
  let size = 0;
  for (const line of lines.split(/(?<=\n)/)) {
    const length = Buffer.byteLength(line);
    if (size > 0 && size + length > LARGEST) {
      parts.push(part);
      part = '';
      size = 0;
    }
    part += line;
    size += length;
  }
  return part === '' ? parts : [...parts, part];
}
