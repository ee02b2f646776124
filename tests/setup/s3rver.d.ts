declare module "@20minutes/s3rver" {
  import type { AddressInfo } from "node:net";

  /** The used part of the S3 test server. */
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string; configs: string[] }[];
    });
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
