import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/**
 * A password hash costs 30 ms of processor time on purpose. The shops of this worker hash with the least memory
 * instead; stored hashes name the parameters of the shop all the same. Processes that tests start hash in full.
 */
const hash = crypto.argon2;
if (hash.name !== "cheapArgon2") {
  const cheapArgon2: typeof hash = (algorithm, parameters, callback) =>
    hash(algorithm, { ...parameters, memory: 8 * parameters.parallelism, passes: 1 }, callback);
  crypto.argon2 = cheapArgon2;
  syncBuiltinESMExports();
}
