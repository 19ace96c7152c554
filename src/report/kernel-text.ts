import type { ConnectionSummary } from '../results/statistics-summary.ts';
import type { KernelSummary } from '../watch/kernel.ts';
import { count, percent } from './format.ts';

/** Used for so much: there may be too few for the next larger run. */
const SCARCE = 0.7;

/** From this share of what was sent on, and this number, segments that are sent again show in the figures. */
const MANY_RETRANSMITS = 0.001;
const FEWEST_RETRANSMITS = 10;

const times = (n: number): string => (n === 1 ? 'once' : `${count(n)} times`);

/** Texts of Java for EADDRNOTAVAIL, EMFILE and ENFILE, as failed connections have them. */
const NO_PORT = 'Cannot assign requested address';
const NO_FILE = ['Too many open files', 'Too many open files in system'];

/** What the kernel noticed during the run, and what to do about it; nothing when it noticed nothing. */
export function kernelSentences(kernel: KernelSummary, connections: ConnectionSummary): string[] {
  const { byReason } = connections.failed;
  const without = (reasons: readonly string[]): number =>
    reasons.reduce((sum, reason) => sum + (byReason[reason] ?? 0), 0);
  const sentences: string[] = [];

  const { listenOverflows, listenDrops, retransmits, sentSegments } = kernel;
  if (listenOverflows > 0)
    sentences.push(
      `The listen queue of a server on this machine overflowed ${times(listenOverflows)}: connections had to wait for a second or more, or failed. ` +
        `Give the server a longer backlog (net.core.somaxconn allows ${count(kernel.somaxconn)}), let it accept faster, or use a longer ramp-up.`,
    );
  if (listenDrops > listenOverflows)
    sentences.push(
      `${count(listenDrops - listenOverflows)} connections were dropped at a listening socket of this machine for other reasons than a full queue: look for a lack of memory, and at the log of the kernel.`,
    );
  if (retransmits > 0)
    sentences.push(
      `${count(retransmits)} of ${count(sentSegments)} TCP segments of this machine ${retransmits === 1 ? 'was' : 'were'} sent again (${percent(retransmits, sentSegments)})` +
        (retransmits < Math.max(FEWEST_RETRANSMITS, MANY_RETRANSMITS * sentSegments)
          ? '.'
          : ': each of them cost 200 ms or more. Look for a full listen queue, a full link, or a lossy one.'),
    );

  const ports = Math.max(connections.mostOpen, kernel.timeWaitAfter);
  const noPort = without([NO_PORT]);
  if (noPort > 0 || ports > SCARCE * kernel.ports)
    sentences.push(
      `${noPort > 0 ? `${count(noPort)} connections found no local port` : 'Local ports are getting scarce'}: there are ${count(kernel.ports)} for each address of the server, ` +
        `${count(connections.mostOpen)} were open at a time, and ${count(kernel.timeWaitAfter)} of ended connections are not free yet. ` +
        'Widen net.ipv4.ip_local_port_range, give the server a second address, or keep connections open.',
    );

  const files = kernel.filesBefore + connections.mostOpen;
  const noFile = without(NO_FILE);
  if (noFile > 0 || files > SCARCE * kernel.fileLimit)
    sentences.push(
      `${noFile > 0 ? `${count(noFile)} connections failed for want of a file descriptor` : 'File descriptors are getting scarce'}: this process may have ${count(kernel.fileLimit)} open, ` +
        `and used about ${count(files)}. Raise the limit (ulimit -n) for it, and for the server.`,
    );
  return sentences;
}
