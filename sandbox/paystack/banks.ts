export type Bank = { id: number; name: string; slug: string; code: string };

const bank = (id: number, name: string, code: string): Bank => ({
  id,
  name,
  slug: name.toLowerCase().replaceAll(/[^a-z]+/g, "-"),
  code,
});

export const BANKS: readonly Bank[] = [
  bank(1, "Access Bank", "044"),
  bank(7, "First Bank of Nigeria", "011"),
  bank(9, "Guaranty Trust Bank", "058"),
  bank(67, "Kuda Bank", "50211"),
  bank(18, "United Bank For Africa", "033"),
  bank(21, "Zenith Bank", "057"),
];

/** The documented test accounts of pay-with-bank. */
export const ZENITH = { code: "057", account: "0000000000", birthday: "2007-04-15", otp: "123456" };
export const KUDA = { code: "50211", phone: "+2348100000000", token: "123456" };

/** A bank in the format of the list endpoint. */
export function bankView(one: Bank) {
  return {
    ...one,
    longcode: "",
    gateway: null,
    pay_with_bank: one.code === ZENITH.code || one.code === KUDA.code,
    active: true,
    country: "Nigeria",
    currency: "NGN",
    type: "nuban",
    is_deleted: false,
    createdAt: "2016-07-14T10:04:29.000Z",
    updatedAt: "2024-01-01T00:00:00.000Z",
  };
}
