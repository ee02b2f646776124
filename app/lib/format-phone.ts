/** A Nigerian mobile number as people write it, "0803 412 7765", however it is stored; any other as it is. */
export function formatPhone(text: string): string {
  const [, area, middle, end] =
    /^(?:\+?234\(?0?\)?|0)?([789][01]\d)(\d{3})(\d{4})$/.exec(text.replaceAll(/[\s.-]/g, "")) ?? [];
  return area ? `0${area} ${middle} ${end}` : text;
}
