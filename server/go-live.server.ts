import { DEFAULT_STORE, type Settings } from "#app/features/settings/rules.ts";
import { CLAIMS, CONTACT } from "#app/features/site/content.ts";
import { SOCIAL } from "#app/features/site/content/footer.ts";
import type { Env } from "#app/platform/env.server.ts";

type Shown = { settings: Settings; env: Pick<Env, "MAIL_FROM" | "SMTP_URL" | "BASE_URL"> };

const isExample = (text: string) => /\.example\b/.test(text);

/** Example texts that a shop still shows: one message for each that the operator has to change. */
export function goLiveProblems({ settings: { general }, env }: Shown): string[] {
  const content = "app/features/site/content.ts";
  const todo: [is: boolean, sentence: string][] = [
    [isExample(general.storeEmail), `Email ${general.storeEmail} is an example: Admin, Settings, General.`],
    [general.storePhone === DEFAULT_STORE.phone, "The phone number is an example: Admin, Settings, General."],
    [
      general.whatsappNumber === DEFAULT_STORE.whatsapp,
      "The WhatsApp number is an example: Admin, Settings, General (empty takes the links away).",
    ],
    [isExample(env.MAIL_FROM), "Mails come from an example address: set MAIL_FROM."],
    [!env.SMTP_URL, "No mail is sent: set SMTP_URL."],
    [
      /^http:\/\/(?!localhost|127\.)/.test(env.BASE_URL ?? ""),
      "BASE_URL is not https: passkeys and secure cookies need it.",
    ],
    [/^$|\/\/(localhost|127\.)/.test(env.BASE_URL ?? ""), "Links in mails lead to this machine: set BASE_URL."],
    [CONTACT.address === "12 Market Road, Ikeja, Lagos, Nigeria", `The address is an example: ${content}, CONTACT.`],
    [
      SOCIAL.every(({ href }) => new URL(href).pathname === "/"),
      "The social links lead to no accounts of yours: app/features/site/content/footer.ts, SOCIAL.",
    ],
    [
      CLAIMS.products === "50,000+" && CLAIMS.satisfaction === "98%",
      `The claims on size and satisfaction are examples, and so are the testimonials: ${content}, CLAIMS, and app/features/site/content/testimonial-quotes.ts.`,
    ],
    [
      true,
      "Have terms, privacy policy, delivery and return times checked by counsel: app/features/site/content/, and DELIVERY and RETURNS in content.ts.",
    ],
  ];
  return todo.flatMap(([is, sentence]) => (is ? [sentence] : []));
}
