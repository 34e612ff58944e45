/** The values of works by which results are filtered, as one number that is cheap to collect. */
import type { Segment } from './index-segment.ts'
import { traitBits } from './index-segment.ts'

/** Bits: 0..15 the categories, 16 and 17 the rank of the rating, 18 free, 19 dubbed, from 20 on the year. */
const shifts = { age: 16, year: 20 }
const bits = { is_free: 1 << 18, is_dubbed: 1 << 19 }

export type Facets = {
  /** Bit n - 1 for category n. */
  categories: number
  /** 0..3 */
  age: number
  is_free: boolean
  is_dubbed: boolean
  /** 0 if unknown. */
  year: number
}

export const encodeFacets = ({ categories, age, is_free, is_dubbed, year }: Facets): number =>
  categories |
  (age << shifts.age) |
  (is_free ? bits.is_free : 0) |
  (is_dubbed ? bits.is_dubbed : 0) |
  (year << shifts.year)

export const decodeFacets = (code: number): Facets => ({
  categories: code & 65_535,
  age: (code >> shifts.age) & 3,
  is_free: (code & bits.is_free) !== 0,
  is_dubbed: (code & bits.is_dubbed) !== 0,
  // Years from 2048 on set the sign.
  year: code >>> shifts.year,
})

/** The facets of a work in the index. */
export function facetsOf({ a }: Segment, entry: number): number {
  const traits = a.traits[entry]!
  return encodeFacets({
    categories: a.categories[entry]!,
    age: traits & 3,
    is_free: (traits & traitBits.is_free) !== 0,
    is_dubbed: (traits & traitBits.is_dubbed) !== 0,
    year: a.years[entry]!,
  })
}
