/** Texts with `{{placeholders}}`. Pages, the desk and the service fill them in, so this imports nothing. */

/** Returns a text with its values filled in; a placeholder without a value stays. */
export const filledText = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
