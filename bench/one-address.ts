import { connect, type Socket } from "node:net";

/** Loads one address over keep-alive connections, each with one request at a time. Sent by forkWorker. */
export type OneAddressOrder = {
  host: string;
  port: number;
  request: string;
  connections: number;
  warmUpMs: number;
  measureMs: number;
};
export type OneAddressAnswer = { requests: number; seconds: number; cpuMicros: number };

const END_OF_HEAD = "\r\n\r\n";

/**
 * As little work per response as possible, so that the server is measured: the first response of a connection is
 * parsed, later ones must have its exact size and are only counted.
 */
class Connection {
  answers = 0;
  #request: Buffer;
  #size = 0;
  #received = 0;
  #head = "";
  #socket: Socket;

  constructor({ host, port, request }: OneAddressOrder) {
    this.#request = Buffer.from(request, "latin1");
    const buffer = Buffer.allocUnsafe(65_536);
    const callback = (length: number) => {
      if (this.#size === 0) this.#measureFirst(buffer.toString("latin1", 0, length));
      this.#received += length;
      if (this.#received === this.#size) this.#next();
      else if (this.#size > 0 && this.#received > this.#size) fail("an answer has another size than the first");
      return true;
    };
    this.#socket = connect({ host, port, noDelay: true, onread: { buffer, callback } });
    this.#socket.on("error", (error) => fail(error.message));
    this.#socket.on("close", () => fail("the server closed a connection"));
    this.#socket.write(this.#request);
  }

  #next(): void {
    this.answers += 1;
    this.#received = 0;
    this.#socket.write(this.#request);
  }

  #measureFirst(text: string): void {
    this.#head += text;
    const end = this.#head.indexOf(END_OF_HEAD);
    if (end < 0) return;
    const length = /\r\ncontent-length: *(\d+)/i.exec(this.#head)?.[1];
    if (!this.#head.startsWith("HTTP/1.1 200 ") || !length) fail(`an unexpected answer: ${this.#head.slice(0, 200)}`);
    this.#size = end + END_OF_HEAD.length + Number(length);
  }
}

function fail(reason: string): never {
  console.error(`The load cannot be measured: ${reason}.`);
  process.exit(1);
}

process.once("message", (order: OneAddressOrder) => {
  const connections = Array.from({ length: order.connections }, () => new Connection(order));
  const answers = () => connections.reduce((sum, one) => sum + one.answers, 0);
  setTimeout(() => {
    const from = { at: performance.now(), answers: answers(), cpu: process.cpuUsage() };
    setTimeout(() => {
      const seconds = (performance.now() - from.at) / 1_000;
      const { user, system } = process.cpuUsage(from.cpu);
      const answer: OneAddressAnswer = { requests: answers() - from.answers, seconds, cpuMicros: user + system };
      process.send?.(answer, () => process.exit(0));
    }, order.measureMs);
  }, order.warmUpMs);
});
