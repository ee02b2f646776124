import type { Check, Finding } from "./project.ts";

/** Ways to cite a numbered rule. Only records in docs/decisions/ have numbers here, of four digits. */
const PATTERNS = [
  /\bdecisions?[\s*/]+[A-Z]\d{1,2}\b/,
  /\([A-Z]\d{1,2}\)/,
  /(?<![\w.])[A-Z]\d{1,2}\.\d{2}(?![\w.]|-)/,
  /\bspec(?:ification)?(?:'s)?,? (?:rule |section |§ ?)?\d/i,
];
/** Comments, and titles of tests; other strings may be drawings, addresses and data. */
const WORDS =
  /\/\*[\s\S]*?\*\/|(?<=^|[\s;{}(,])\/\/.*|\b(?:test|it|describe)(?:\.\w+(?:\([^)]*\))?)*\(\s*(?:"[^"\n]*"|'[^'\n]*'|`[^`]*`)/gm;

/** Its own test has examples. */
const EXAMPLES = "scripts/structure/rule-numbers.test.ts";

/** Comments and titles explain a rule in words instead of citing its number. */
export const ruleNumbers: Check = (project) =>
  [...project.values()]
    .filter(({ path }) => path !== EXAMPLES)
    .flatMap(({ path, text }) => [...text.matchAll(WORDS)].flatMap(([words]) => cited(path, words)));

/** The same for documents, by path. */
export function ruleNumbersIn(documents: Record<string, string>): Finding[] {
  return Object.entries(documents).flatMap(([path, text]) => cited(path, text));
}

function cited(file: string, words: string): Finding[] {
  return PATTERNS.flatMap((pattern) => {
    const found = pattern.exec(words)?.[0].replaceAll(/[\s*]+/g, " ");
    return found ? [{ rule: "rule-numbers", file, message: `cites '${found}': say the rule in words` }] : [];
  });
}
