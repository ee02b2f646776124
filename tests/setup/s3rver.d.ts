declare module "@20minutes/s3rver" {
  import type { AddressInfo } from "node:net";

  /** Of the S3 server for tests, what is used here. */
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
