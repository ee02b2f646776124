import { expect, test } from "vitest";
import { ipIn, visitorUnit } from "./addresses.server.ts";

test.each([
  ["102.89.1.2", "102.89.1.2"],
  [" 102.89.1.2:50123 ", "102.89.1.2"],
  ["::ffff:102.89.1.2", "102.89.1.2"],
  ["2c0f:f5c0::1", "2c0f:f5c0::1"],
  ["[2c0f:f5c0::1]:443", "2c0f:f5c0::1"],
  ["[2c0f:f5c0::1]", "2c0f:f5c0::1"],
  ["fe80::1%eth0", "fe80::1"],
  ["unknown", null],
  ["_hidden", null],
  ["999.1.1.1", null],
  ["", null],
  [undefined, null],
])("the address in %j is %j", (text, address) => {
  expect(ipIn(text)).toBe(address);
});

test.each([
  ["102.89.1.2", "102.89.1.2"],
  ["2c0f:f5c0:1:2:3:4:5:6", "2c0f:f5c0:1:2::/64"],
  ["2C0F:f5c0:0001:2::6", "2c0f:f5c0:1:2::/64"],
  ["2c0f:f5c0::6", "2c0f:f5c0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["64:ff9b::102.89.1.2", "64:ff9b:0:0::/64"],
  ["account-17", "account-17"],
])("%s counts as %s", (address, unit) => {
  expect(visitorUnit(address)).toBe(unit);
});
