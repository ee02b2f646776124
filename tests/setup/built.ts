import { inject } from "vitest";

/** Without a build only the tests that need it fail. */
const failure = inject("buildFailure");
if (failure) throw new Error(failure);
