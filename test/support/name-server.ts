import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import type { Resolve } from '../../src/platform/outbound/ssrf-guard.ts';

const TYPE_A = 1;
const TYPE_AAAA = 28;
const CLASS_IN = 1;
const HEADER_BYTES = 12;
/** Flags of a response: recursion desired and available. */
const ANSWER_FLAGS = 0x8180;
/** "The name of the question", as a compression pointer. */
const SAME_NAME = 0xc000 | HEADER_BYTES;

export interface NameServer {
  /** Number of queries for IPv4 addresses so far, which is the number of resolutions. */
  queries(): number;
  /** A Node.js resolver that queries this server over UDP. */
  resolve: Resolve;
  close(): void;
}

/**
 * Starts a real DNS server on loopback. `answer` returns the addresses of a host name, and may return others for each
 * query.
 */
export async function startNameServer(answer: (host: string, nth: number) => string[]): Promise<NameServer> {
  const socket = createSocket('udp4');
  let queries = 0;
  let current: string[] = [];
  socket.on('message', (query, from) => {
    const { host, type, question } = readQuestion(query);
    if (type === TYPE_A) current = answer(host, queries++);
    const fitting = current.map(address => ipaddr.parse(address)).filter(it => typeOf(it) === type);
    const header = Buffer.alloc(HEADER_BYTES);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(ANSWER_FLAGS, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(fitting.length, 6);
    socket.send(Buffer.concat([header, question, ...fitting.map(record)]), from.port, from.address);
  });
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', () => resolve()));

  const server = `127.0.0.1:${socket.address().port}`;
  return {
    queries: () => queries,
    resolve: async host => {
      // A resolver caches negative answers, so create one per query.
      const resolver = new Resolver({ tries: 1 });
      resolver.setServers([server]);
      const v4 = await resolver.resolve4(host).catch(() => []);
      const v6 = await resolver.resolve6(host).catch(() => []);
      return [...v4, ...v6];
    },
    close: () => socket.close(),
  };
}

function readQuestion(query: Buffer): { host: string; type: number; question: Buffer } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  while (query[at] !== 0) {
    const length = query[at]!;
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return {
    host: labels.join('.'),
    type: query.readUInt16BE(at + 1),
    question: query.subarray(HEADER_BYTES, at + 5),
  };
}

function typeOf(address: ipaddr.IPv4 | ipaddr.IPv6): number {
  return address.kind() === 'ipv4' ? TYPE_A : TYPE_AAAA;
}

/** Builds a resource record with a TTL of zero, so that it is never cached. */
function record(address: ipaddr.IPv4 | ipaddr.IPv6): Buffer {
  const data = address.toByteArray();
  const head = Buffer.alloc(12);
  head.writeUInt16BE(SAME_NAME, 0);
  head.writeUInt16BE(typeOf(address), 2);
  head.writeUInt16BE(CLASS_IN, 4);
  head.writeUInt32BE(0, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, Buffer.from(data)]);
}
