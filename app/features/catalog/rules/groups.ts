import { MAX_OPTIONS, OPTION_LIMIT, optionKey, type OptionValues } from "./variants.ts";

/** One sentence for each wrong field, by the field's name: "option_names.1", "values.0". */
type Errors = Record<string, string>;

const NAME_LIMIT = 200;

/** Text as it is stored: one line without runs of space. */
export function optionText(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, " ").trim();
}

/** What is wrong with the name of a group and the names of its options. */
export function groupErrors(group: { name: string; option_names: readonly string[] }): Errors {
  const errors: Errors = {};
  const name = optionText(group.name);
  if (name === "") errors["name"] = "Please name the group.";
  else if (name.length > NAME_LIMIT) errors["name"] = `A group's name has at most ${NAME_LIMIT} characters.`;
  const names = group.option_names.map(optionText);
  if (names.length === 0) errors["option_names.0"] = "Name at least one option, such as Size.";
  if (names.length > MAX_OPTIONS) errors["option_names.0"] = `A group has at most ${MAX_OPTIONS} options.`;
  for (const [at, option] of names.entries()) {
    const field = `option_names.${at}`;
    if (option === "") errors[field] = "Please name the option.";
    else if (option.length > OPTION_LIMIT) errors[field] = `An option's name has at most ${OPTION_LIMIT} characters.`;
    else if (names.some((other, before) => before < at && other.toLowerCase() === option.toLowerCase()))
      errors[field] = `Two options are named ${option}.`;
  }
  return errors;
}

/**
 * What is wrong with the values of a variant, in the order of the options, by "values.<number>": a value that is missing
 * or too long, and options that one of the variants in `others` has.
 */
export function valueErrors(
  optionNames: readonly string[],
  values: readonly string[],
  others: readonly OptionValues[] = [],
): Errors {
  const errors: Errors = {};
  for (const [at, name] of optionNames.entries()) {
    const value = optionText(values[at] ?? "");
    const what = name.toLowerCase() || "value";
    if (value === "") errors[`values.${at}`] = `Please give the ${what}.`;
    else if (value.length > OPTION_LIMIT)
      errors[`values.${at}`] = `The ${what} has at most ${OPTION_LIMIT} characters.`;
  }
  const key = optionKey(optionNames, optionValues(optionNames, values));
  if (others.some((other) => optionKey(optionNames, other) === key))
    errors["values.0"] ??= "Another variant has these options.";
  return errors;
}

/** Values in the order of the options as they are stored. */
export function optionValues(optionNames: readonly string[], values: readonly string[]): Record<string, string> {
  return Object.fromEntries(optionNames.map((name, at) => [name, optionText(values[at] ?? "")]));
}
