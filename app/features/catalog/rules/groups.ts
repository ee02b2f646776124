import { MAX_OPTIONS, OPTION_LIMIT, optionKey, type OptionValues } from "./variants.ts";

/** One sentence for each wrong field, by the field's name: "option_names.1", "variants.0.Size". */
type Errors = Record<string, string>;

const NAME_LIMIT = 200;

/** Text as it is stored: one line without runs of space. */
export function optionText(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, " ").trim();
}

/** What is wrong with the name of a group and the names of its options. */
export function groupErrors(group: { name: string; option_names: readonly string[] }): Errors {
  const errors: Errors = {};
  if (optionText(group.name) === "") errors["name"] = "Please name the group.";
  else if (group.name.length > NAME_LIMIT) errors["name"] = `A group's name has at most ${NAME_LIMIT} characters.`;
  const names = group.option_names.map(optionText);
  if (names.length === 0) errors["option_names"] = "Name at least one option, such as Size.";
  if (names.length > MAX_OPTIONS) errors["option_names"] = `A group has at most ${MAX_OPTIONS} options.`;
  for (const [at, name] of names.entries()) {
    const field = `option_names.${at}`;
    if (name === "") errors[field] = "Please name the option.";
    else if (name.length > OPTION_LIMIT) errors[field] = `An option's name has at most ${OPTION_LIMIT} characters.`;
    else if (names.some((other, before) => before < at && other.toLowerCase() === name.toLowerCase()))
      errors[field] = `Two options are named ${name}.`;
  }
  return errors;
}

/**
 * What is wrong with the values of variants, by "<number>.<option>": a value that is missing or too long, and options
 * that another variant has. `present` are the variants that the group has already.
 */
export function variantErrors(
  optionNames: readonly string[],
  variants: readonly OptionValues[],
  present: readonly OptionValues[] = [],
): Errors {
  const errors: Errors = {};
  const seen = new Set(present.map((values) => optionKey(optionNames, values)));
  for (const [at, values] of variants.entries()) {
    for (const name of optionNames) {
      const value = optionText(values[name] ?? "");
      const field = `${at}.${name}`;
      if (value === "") errors[field] = `Please give the ${name.toLowerCase()}.`;
      else if (value.length > OPTION_LIMIT)
        errors[field] = `The ${name.toLowerCase()} has at most ${OPTION_LIMIT} characters.`;
    }
    const key = optionKey(optionNames, values);
    const [first] = optionNames;
    if (first !== undefined && seen.has(key)) errors[`${at}.${first}`] ??= "Another variant has these options.";
    seen.add(key);
  }
  return errors;
}

/** The values of the options and nothing else, as they are stored. */
export function optionValues(optionNames: readonly string[], values: OptionValues): Record<string, string> {
  return Object.fromEntries(optionNames.map((name) => [name, optionText(values[name] ?? "")]));
}
