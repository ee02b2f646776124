const PASSWORD = "rehearsal-password";

/** Lines of a shell for somebody who signs up as `you@example.com`; the certificate is one of `authority`. */
export function account(origin: string, authority: string, jar = "jar") {
  const curl = `curl --silent --show-error --fail --cacert ${authority}`;
  const email = "you@example.com";
  const post = (path: string, body: object) =>
    `${curl} --cookie-jar ${jar} -H 'Content-Type: application/json' -H 'Origin: ${origin}' -d '${JSON.stringify(body)}' ${origin}${path}`;
  const signUp = { email, password: PASSWORD, firstName: "Ada", lastName: "Obi", callbackURL: "/" };
  return {
    signUp: post("/api/auth/sign-up/email", signUp),
    signIn: post("/api/auth/sign-in/email", { email, password: PASSWORD }),
    /** Reads a page with the session of the last `signIn`. */
    read: (path: string) => `${curl} --cookie ${jar} '${origin}${path}'`,
    /** Follows the link of the mail among those that a command prints. */
    confirm: (mails: string) =>
      retried(
        `link=$(${mails} | grep -o '${origin}/api/auth/verify-email[^ "]*' | head -1) && [ "$link" ] && ${curl} "$link"`,
      ),
  };
}

/** Repeats a command of a shell until it succeeds, for as long as a busy machine takes. */
export function retried(command: string): string {
  return `for try in $(seq 360); do ${command} && exit 0; sleep 0.5; done; exit 1`;
}
