import * as z from 'zod/mini'

/**
 * Largest id of an `integer` column: the catalogue, accounts (members, profiles) and what staff make. Ids of what people make
 * again and again, such as orders, likes, reviews and sessions, are `bigint` and go up to the largest exact number.
 */
export const largestId = 2_147_483_647

/** An id in a body. */
export const id = z.int().check(z.gte(1), z.lte(largestId))

/** The same of a `bigint` column. */
export const bigId = z.int().check(z.gte(1))

/** An integer in a path or query: decimal digits, within [min, max]. */
export function integerString(min: number, max: number) {
  return z.pipe(
    z.pipe(z.string().check(z.regex(/^-?\d{1,16}$/)), z.transform(Number)),
    z.int().check(z.gte(min), z.lte(max)),
  )
}

/** `true` or `false` in a query. */
export const booleanString = z.pipe(
  z.pipe(
    z.enum(['true', 'false']),
    z.transform((text) => text === 'true'),
  ),
  z.boolean(),
)

/** An id in a path or query. */
export const idString = integerString(1, largestId)

/** The same of a `bigint` column. */
export const bigIdString = integerString(1, Number.MAX_SAFE_INTEGER)

/** `limit` 1..100 and `offset` 0..10000. */
export function paging(defaultLimit: number) {
  return {
    limit: z._default(integerString(1, 100), defaultLimit),
    offset: z._default(integerString(0, 10_000), 0),
  }
}

/** `ordering`: one of the named fields, `-` before it for descending. */
export function ordering<const F extends string>(fields: readonly F[], initial: F | `-${F}`) {
  const choices = fields.flatMap((field): (F | `-${F}`)[] => [field, `-${field}`])
  // The type guarantees that the default is one of the choices; TypeScript cannot derive it from the enum.
  return z._default(z.enum(choices as [F | `-${F}`, ...(F | `-${F}`)[]]), () => initial as never)
}

/** A list response: the total count and one page of results. */
export function listResponse<T extends z.ZodMiniType>(item: T) {
  return z.object({ count: z.int(), results: z.array(item) })
}

/** The path parameter `{id}`. */
export const idParams = z.strictObject({ id: idString })

/** The same of a `bigint` column. */
export const bigIdParams = z.strictObject({ id: bigIdString })

/** PostgreSQL has no year 0. */
const hasYear = z.refine<string>((text) => !text.startsWith('0000'))

/** An instant in UTC. */
export const timestamp = z.iso.datetime().check(hasYear)

export const calendarDay = z.iso.date().check(hasYear)

/** Encodings in which text files are read. CP949 is the one of Korean Windows. */
export const TextEncoding = z.enum(['utf-8', 'utf-16le', 'utf-16be', 'cp949'])
export type TextEncoding = z.infer<typeof TextEncoding>
