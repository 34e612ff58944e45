import * as z from 'zod/mini'

/** Largest id PostgreSQL `integer` holds; a larger number is no id. */
const largestId = 2_147_483_647

/** A whole number as it stands in an address: digits only, within [min, max]. */
export function integerString(min: number, max: number) {
  return z.pipe(
    z.pipe(z.string().check(z.regex(/^-?\d{1,10}$/)), z.transform(Number)),
    z.int().check(z.gte(min), z.lte(max)),
  )
}

/** `true` or `false` as it stands in an address. */
export const booleanString = z.pipe(
  z.pipe(
    z.enum(['true', 'false']),
    z.transform((text) => text === 'true'),
  ),
  z.boolean(),
)

/** An id in a path or query. */
export const idString = integerString(1, largestId)

/** `limit` 1..100 and `offset` 0..10000 (D-02). */
export function paging(defaultLimit: number) {
  return {
    limit: z._default(integerString(1, 100), defaultLimit),
    offset: z._default(integerString(0, 10_000), 0),
  }
}

/** `ordering`: one of the named fields, `-` before it for descending (D-02). */
export function ordering<const F extends string>(fields: readonly F[], initial: F | `-${F}`) {
  const choices = fields.flatMap((field): (F | `-${F}`)[] => [field, `-${field}`])
  // The default is one of the choices by type; the enum's own mapped type cannot see that.
  return z._default(z.enum(choices as [F | `-${F}`, ...(F | `-${F}`)[]]), () => initial as never)
}

/** A list answer (D-02): how many there are in all, and this page of them. */
export function listResponse<T extends z.ZodMiniType>(item: T) {
  return z.object({ count: z.int(), results: z.array(item) })
}

/** The usual single parameter of a path. */
export const idParams = z.strictObject({ id: idString })

/** An instant in UTC (D-03). */
export const timestamp = z.iso.datetime()
