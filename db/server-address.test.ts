import { expect, test } from "vitest";
import { isServerAddress, serverUrls } from "./server-address.ts";

test.each([
  ["postgres://oja:pw@db/oja", ["postgres://oja:pw@db/oja"]],
  ["postgres://oja:pw@db1,db2:5433/oja", ["postgres://oja:pw@db1/oja", "postgres://oja:pw@db2:5433/oja"]],
  [
    "postgresql://db1:1, db2:2/oja?sslmode=require",
    ["postgresql://db1:1/oja?sslmode=require", "postgresql://db2:2/oja?sslmode=require"],
  ],
  ["postgres://o:a%2Cb@[::1]:5432,[::2]/oja", ["postgres://o:a%2Cb@[::1]:5432/oja", "postgres://o:a%2Cb@[::2]/oja"]],
  ["postgres:///oja?host=/run/postgresql", ["postgres:///oja?host=/run/postgresql"]],
])("%s is one address for each server", (address, urls) => {
  expect(serverUrls(address)).toEqual(urls);
});

test.each([
  "mysql://db/oja",
  "postgres://db:port/oja",
  "postgres://db1,:5432x/oja",
  "postgres://db1,,db2/oja",
  "postgres://db1,/oja",
])("%s is no address of servers", (address) => {
  expect(isServerAddress(address)).toBe(false);
});
