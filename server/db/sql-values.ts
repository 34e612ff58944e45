/** Escapes text for a pattern of `like`, so that it matches only itself. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Does the same in lower case without white space, for columns that are compared in that form. */
export const escapeFolded = (text: string) => escapeLike(text.toLowerCase().replace(/\s/g, ''))

/** PostgreSQL array literal; several times faster than the driver's array serialization. */
export const toArrayLiteral = (values: readonly (number | boolean)[]): string =>
  `{${values.join()}}`
