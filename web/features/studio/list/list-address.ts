import type { Endpoint, EndpointResponse, ObjectSchema } from '#contract/core/endpoint.ts'
import * as z from 'zod/mini'

/** A call that lists rows by page. Its query, or its body, has the filters and the offset. */
export type ListEndpoint = Endpoint &
  ({ readonly query: ObjectSchema } | { readonly body: ObjectSchema })

type SchemaOf<E> = E extends { query: infer S extends ObjectSchema }
  ? S
  : E extends { body: infer S extends ObjectSchema }
    ? S
    : never

/** The name of a filter of the call. */
export type FilterName<E> = Exclude<keyof z.input<SchemaOf<E>>, 'limit' | 'offset'> & string
/** Values of filters, as in an address; an empty text is none. */
export type Filters<F extends string> = Readonly<Partial<Record<F, string>>>
export type RowOf<E extends Endpoint> =
  EndpointResponse<E> extends { results: (infer R)[] } ? R : never
/** A value of `ordering`. */
export type OrderingOf<E> =
  z.input<SchemaOf<E>> extends { ordering?: infer O } ? Extract<O, string> : never

export const schemaOf = (endpoint: ListEndpoint): ObjectSchema =>
  (endpoint.query ?? endpoint.body) as ObjectSchema

const filterNames = (schema: ObjectSchema) =>
  Object.keys(schema.shape).filter((name) => name !== 'limit' && name !== 'offset')

/** The value that the contract gives to a field that is left out, as text; empty if there is none. */
export function defaultOf(schema: ObjectSchema, name: string): string {
  const field = schema.shape[name]
  const { data } = field ? z.safeParse(field, undefined) : {}
  return data === undefined ? '' : String(data as string | number | boolean)
}

/** The filters among `values` that the contract allows, and the defaults of the others. */
export function parseFilters(
  schema: ObjectSchema,
  valueOf: (name: string) => unknown,
): Record<string, string> {
  return Object.fromEntries(
    filterNames(schema).flatMap((name) => {
      const value = valueOf(name)
      const field = schema.shape[name]
      const isValid = typeof value === 'string' && field && z.safeParse(field, value).success
      const text = isValid ? value : defaultOf(schema, name)
      // A field that has to be sent is, even without a value.
      const isOptional = field && z.safeParse(field, undefined).success
      return text === '' && isOptional ? [] : [[name, text]]
    }),
  )
}

/** The filters that differ from the defaults. */
export const changedFilters = (
  schema: ObjectSchema,
  filters: Readonly<Record<string, string | undefined>>,
): Record<string, string> =>
  Object.fromEntries(
    filterNames(schema).flatMap((name) => {
      const text = filters[name]?.trim() ?? ''
      return text === '' || text === defaultOf(schema, name) ? [] : [[name, text]]
    }),
  )

/** The address of a page of a list. `path` may have a query of its own. Defaults and the first page are left out. */
export function listHref(path: string, filters: Record<string, string>, page = 1): string {
  const { pathname, search } = new URL(path, 'http://localhost')
  const params = new URLSearchParams(search)
  for (const [name, value] of Object.entries(filters)) params.set(name, value)
  if (page > 1) params.set('page', String(page))
  return params.size > 0 ? `${pathname}?${params}` : pathname
}
