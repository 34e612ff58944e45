import { countries } from '#contract/contents/countries.ts'

/** The number of a country by each of its names; a bit of `WorkFacts.countries`. */
export const countryNumbers: ReadonlyMap<string, number> = new Map(
  countries.flatMap((names, at) => names.map((name) => [name, at] as const)),
)

/** The shown name of a country. */
export const countryName = (number: number): string => countries[number]![0]!

/** The bits of the countries of a work. Imported names have notes and spaces: `독일(구 서독)`. */
export function countryBits(names: readonly string[]): number {
  let bits = 0
  for (const name of names) {
    // linear: names of countries in the catalogue
    const number = countryNumbers.get(name.replace(/\(.*\)|\s*공화국$/g, '').trim())
    if (number !== undefined) bits |= 1 << number
  }
  return bits
}
