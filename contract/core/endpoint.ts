import type * as z from 'zod/mini'
import type { ProblemCode } from './problem-codes.ts'

/** A schema for an object on the wire: a path, a query or a body. */
export type ObjectSchema = z.ZodMiniObject

/**
 * Who may call, and what kind of answer it is:
 * `public` is the same for everybody and may be held by any cache (D-07);
 * `anyone` needs no session, yet depends on who asks; `session` needs one, with or without a member;
 * `member` and `staff` need one with.
 */
export type Access = 'public' | 'anyone' | 'session' | 'member' | 'staff'

/** One call of the product. The table of these makes routes, OpenAPI, the client and the generic tests. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** As the specification writes it, with its last slash; `{id}` stands for a parameter. */
  readonly path: `/api/${string}`
  readonly summary: string
  readonly access: Access
  readonly params?: ObjectSchema
  readonly query?: ObjectSchema
  readonly body?: ObjectSchema
  /** The body is a file of one of these media types instead, at most so large. */
  readonly file?: { readonly types: readonly string[]; readonly max_bytes: number }
  /** Whether an `Idempotency-Key` is honoured (D-06): the same key with the same body is answered as it was. */
  readonly idempotent?: true
  /** Called by another service, which sends no origin: the one kind of call that is exempt from that check. */
  readonly is_webhook?: true
  /** The body comes as multipart/form-data, its fields as text, with at most one file, so called and so large. */
  readonly form?: { readonly file: string; readonly max_bytes: number }
  /** What a success answers; `null` is 204 without a body. */
  readonly answer: z.ZodMiniType | null
  /** A success is a file, to be kept and not to be shown; `answer` is null then. */
  readonly download?: true
  /** The status of a success, 200 (204 without a body) unless told. */
  readonly status?: 201 | 202
  /** Refusals of this call beyond those every call shares. */
  readonly problems?: readonly ProblemCode[]
}

/** Checks the form and keeps the literal types of `spec`. */
export function endpoint<const E extends Endpoint>(spec: E): E {
  return spec
}

type Input<S> = S extends ObjectSchema ? z.input<S> : undefined
type Output<S> = S extends ObjectSchema ? z.output<S> : undefined

/** What a caller hands over: wire values before defaults are filled in. */
export type EndpointInput<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as E[K] extends ObjectSchema ? K : never]: Loose<Input<E[K]>>
}
/** A query may be given with real numbers and booleans; they become text on the way. */
type Loose<T> = {
  [K in keyof T]: T[K] | (T[K] extends string | undefined ? number | boolean : never)
}

/** What a handler receives: checked, with defaults. */
export type ParsedInput<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as E[K] extends ObjectSchema ? K : never]: Output<E[K]>
}

/** What a success carries. */
export type EndpointResponse<E extends Endpoint> = E['answer'] extends z.ZodMiniType
  ? z.output<E['answer']>
  : null

/** The address of a call: parameters put in, query in the order of its schema, absent values left out. */
export function buildPath(
  call: Endpoint,
  input: { params?: Record<string, unknown>; query?: Record<string, unknown> } = {},
): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  )
  if (!call.query || !input.query) return path
  const search = new URLSearchParams()
  for (const name of Object.keys(call.query.shape)) {
    const value = input.query[name]
    if (value === undefined) continue
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one))
  }
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

/** Makes a call and gives its answer; throws what the caller's side understands as a refusal. */
export type EndpointClient = <E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
) => Promise<EndpointResponse<E>>
