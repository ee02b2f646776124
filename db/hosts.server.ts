import pg from "pg";
import { serverUrls } from "./server-address.ts";

/** The servers that one address names, in the order in which they are tried. */
export class Hosts {
  readonly urls: readonly string[];
  #current = 0;

  /** Throws TypeError for an address that cannot be read. */
  constructor(address: string) {
    this.urls = serverUrls(address);
  }

  /** The server that answered last. */
  get current(): string {
    return this.urls[this.#current] ?? "";
  }

  /** Makes the next server the current one, unless another connection has done so since `url` was tried. */
  skip(url: string): void {
    if (url === this.current) this.#current = (this.#current + 1) % this.urls.length;
  }

  /** Calls `open` once for each server, beginning with the current one, until one resolves; else the last error. */
  async inTurn<Result>(open: (url: string) => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      const url = this.current;
      try {
        return await open(url);
      } catch (error) {
        this.skip(url);
        if (tries >= this.urls.length) throw error;
      }
    }
  }
}

/** A standby where a primary is needed; with the SQLSTATE of a write that a standby refuses. */
export class StandbyError extends Error {
  readonly code = "25006";
}

type Reported = { version: string; encoding: string; isStandby: boolean };

const reported = new WeakMap<pg.ClientBase, Reported>();

/** What the server reported when `client` connected: its version, such as "18.1", the database's encoding, and whether it is a standby. */
export function serverOf(client: pg.ClientBase): Reported {
  return reported.get(client) ?? { version: "", encoding: "", isStandby: false };
}

/** A client that keeps what its server reports; with `primaryOnly` it refuses to connect to a standby. */
export class ServerClient extends pg.Client {
  readonly #primaryOnly: boolean;

  constructor(config: pg.ClientConfig & { primaryOnly?: boolean }) {
    super(config);
    this.#primaryOnly = config.primaryOnly ?? true;
    const server: Reported = { version: "", encoding: "", isStandby: false };
    reported.set(this, server);
    // PostgreSQL 14 and newer report it when a client connects, and again when a standby is promoted.
    this.connection.on("parameterStatus", ({ parameterName, parameterValue }) => {
      if (parameterName === "server_version") server.version = parameterValue;
      if (parameterName === "server_encoding") server.encoding = parameterValue;
      if (parameterName === "in_hot_standby") server.isStandby = parameterValue === "on";
    });
  }

  override connect(): Promise<this>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<this> | undefined {
    if (!callback) {
      return new Promise((resolve, reject) => this.connect((error) => (error ? reject(error) : resolve(this))));
    }
    super.connect((error: Error) => {
      if (error || !this.#primaryOnly || !serverOf(this).isStandby) return callback(error);
      this.end(() => {});
      callback(new StandbyError(`${this.host}:${this.port} is a standby, which cannot be written to`));
    });
    return undefined;
  }
}
