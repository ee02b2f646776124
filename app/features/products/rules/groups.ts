import { TEXT_LIMITS } from "./limits.ts";
import { MAX_OPTIONS, OPTION_LIMIT, optionKey, type OptionValues } from "./variants.ts";

/** Error messages by field: "option_names.1", "values.0". */
type Errors = Record<string, string>;

/** Normalizes text to one line with single spaces. */
export function optionText(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, " ").trim();
}

/** Whether every object inherits a property of this name, so that a variant without the option would seem to have it. */
export function isInherited(option: string): boolean {
  return option in Object.prototype;
}

/** Validates the name of a group and its option names. */
export function groupErrors(group: { name: string; option_names: readonly string[] }): Errors {
  const errors: Errors = {};
  const name = optionText(group.name);
  if (name === "") errors["name"] = "Please name the group.";
  else if (name.length > TEXT_LIMITS.name)
    errors["name"] = `A group's name has at most ${TEXT_LIMITS.name} characters.`;
  const names = group.option_names.map(optionText);
  if (names.length === 0) errors["option_names.0"] = "Name at least one option, such as Size.";
  if (names.length > MAX_OPTIONS) errors["option_names.0"] = `A group has at most ${MAX_OPTIONS} options.`;
  for (const [at, option] of names.entries()) {
    const field = `option_names.${at}`;
    if (option === "") errors[field] = "Please name the option.";
    else if (isInherited(option)) errors[field] = `An option cannot be named ${option}.`;
    else if (option.length > OPTION_LIMIT) errors[field] = `An option's name has at most ${OPTION_LIMIT} characters.`;
    else if (names.some((other, before) => before < at && other.toLowerCase() === option.toLowerCase()))
      errors[field] = `Two options are named ${option}.`;
  }
  return errors;
}

/**
 * Validates a variant's values in option order, errors by "values.<number>": missing, too long, or the same combination
 * as a variant in `others`.
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

/** Values in option order as stored. */
export function optionValues(optionNames: readonly string[], values: readonly string[]): Record<string, string> {
  return Object.fromEntries(optionNames.map((name, at) => [name, optionText(values[at] ?? "")]));
}

/** The first two variants with equal values of these options, or null. */
export function alikeVariants<V extends { option_values: OptionValues }>(
  optionNames: readonly string[],
  variants: readonly V[],
): [V, V] | null {
  const seen = new Map<string, V>();
  for (const variant of variants) {
    const key = optionKey(optionNames, variant.option_values);
    const earlier = seen.get(key);
    if (earlier) return [earlier, variant];
    seen.set(key, variant);
  }
  return null;
}

/**
 * Values of a new option by variant id, and errors: "option" for its name, "value" for the common value, "value.<id>"
 * for a variant's own. A variant's own value has priority over the common one.
 */
export function newOptionValues(
  group: { name: string; option_names: readonly string[] },
  ids: readonly string[],
  optionInput: { option: string; value: string; values: Readonly<Record<string, string>> },
): { values: Map<string, string>; errors: Errors } {
  const errors: Errors = {};
  const option = optionText(optionInput.option);
  const [wrongName] = Object.values(groupErrors({ name: group.name, option_names: [...group.option_names, option] }));
  if (wrongName) errors["option"] = wrongName;
  const what = option.toLowerCase() || "value";
  const ofAll = optionText(optionInput.value);
  const values = new Map<string, string>();
  for (const id of ids) {
    const own = optionText(optionInput.values[id] ?? "");
    const value = own || ofAll;
    const field = own ? `value.${id}` : "value";
    if (value === "") errors[field] = `Please give the ${what}, for all variants or for each.`;
    else if (value.length > OPTION_LIMIT) errors[field] = `The ${what} has at most ${OPTION_LIMIT} characters.`;
    values.set(id, value);
  }
  return { values, errors };
}
