/**
 * The entries of `value` that differ from `usual`, which the receiver spreads below them: a page sends its data without
 * what is nearly always the same. Two empty lists are equal.
 */
export function changedFrom<Value extends object>(value: Value, usual: Partial<Value>): Partial<Value> {
  const isUsual = (name: string, one: unknown) => {
    const other = usual[name as keyof Value];
    return one === other || (Array.isArray(one) && Array.isArray(other) && one.length + other.length === 0);
  };
  return Object.fromEntries(Object.entries(value).filter(([name, one]) => !isUsual(name, one))) as Partial<Value>;
}
