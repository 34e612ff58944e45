import type * as z from 'zod/mini'
import type { ProblemCode } from './problem-codes.ts'
import type { StaffAccess } from './staff-roles.ts'

/** A schema for an object on the wire: a path, a query or a body. */
export type ObjectSchema = z.ZodMiniObject

/**
 * Required credentials and cacheability:
 * `public`: the same response for everyone, may be stored by shared caches (decisions/0005-public-responses);
 * `anyone`: no session required, but the response depends on the client;
 * `session`: a session with or without a member; `member`: a session of a member;
 * `profile`: a session of a member that has selected a profile, for which the call acts;
 * `{ staff }`: a session of staff with one of these roles and a second factor (decisions/0046-staff-roles), mostly of
 * `studioAccess`.
 */
export type Access = 'public' | 'anyone' | 'session' | 'member' | 'profile' | StaffAccess

/** Whether the call is one of staff. */
export const isStaffAccess = (access: Access): access is StaffAccess => typeof access === 'object'

/** Whether maintenance does not close the call. Calls of staff stay open: they require a role in any case. */
export const isOpenInMaintenance = (endpoint: Endpoint): boolean =>
  isStaffAccess(endpoint.access) ||
  endpoint.is_webhook === true ||
  endpoint.is_open_in_maintenance === true

/** Whether the call requires a session. */
export const requiresSession = ({ access }: Pick<Endpoint, 'access'>): boolean =>
  isStaffAccess(access) || ['session', 'member', 'profile'].includes(access)

/** One API call. Routes, OpenAPI, the client and the generic tests are derived from the table of endpoints. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** As in the specification, with the trailing slash; `{id}` marks a parameter. */
  readonly path: `/api/${string}`
  readonly summary: string
  readonly access: Access
  readonly params?: ObjectSchema
  readonly query?: ObjectSchema
  readonly body?: ObjectSchema
  /** The body is a file of one of these media types; `max_bytes` is inclusive. */
  readonly file?: { readonly types: readonly string[]; readonly max_bytes: number }
  /**
   * Accepts an `Idempotency-Key` (decisions/0003-idempotent-requests): the same key with the same body returns the first
   * response.
   */
  readonly idempotent?: true
  /** Refused with `child_profile` while a children's profile is selected (decisions/0014-profiles). */
  readonly is_closed_to_children?: true
  /** Called by another service that sends no `Origin` header; exempt from the origin check. */
  readonly is_webhook?: true
  /** Also answered to viewers while the site is in maintenance (decisions/0060-maintenance). */
  readonly is_open_in_maintenance?: true
  /** The body is multipart/form-data with text fields and at most one file in the field `file`. */
  readonly form?: { readonly file: string; readonly max_bytes: number }
  /** Schema of a successful response; `null` means 204 without a body. */
  readonly response: z.ZodMiniType | null
  /** A successful response is a file download (`Content-Disposition: attachment`); `response` is null. */
  readonly download?: true
  /** Status of a successful response; defaults to 200 (204 without a body). */
  readonly status?: 201 | 202
  /**
   * Refusals are ordinary outcomes, such as a locked episode. Pages send `refusalPreference` with such requests
   * (decisions/0004-expected-refusals).
   */
  readonly expects_refusals?: true
  /** Problem codes beside `commonProblems`. */
  readonly problems?: readonly ProblemCode[]
}

/** The access of calls for the account itself, such as payments: members, but no children's profile. */
export const accountAccess = { access: 'member', is_closed_to_children: true } as const

/**
 * Value of `Prefer` (RFC 7240): a refusal (401, 402, 403, 409) is sent with the status 200 and otherwise the
 * same problem document. Browsers print every response of another status as an error to the console.
 */
export const refusalPreference = 'refusal-status=200'

/** Checks the definition and keeps the literal types of `spec`. */
export function endpoint<const E extends Endpoint>(spec: E): E {
  return spec
}

type Input<S> = S extends ObjectSchema ? z.input<S> : undefined
type Output<S> = S extends ObjectSchema ? z.output<S> : undefined

/** The input of a call: wire values before defaults. */
export type EndpointInput<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as E[K] extends ObjectSchema ? K : never]: Loose<Input<E[K]>>
}
/** Query values may also be numbers and booleans; `buildPath` converts them to strings. */
type Loose<T> = {
  [K in keyof T]: T[K] | (T[K] extends string | undefined ? number | boolean : never)
}

/** The input of a handler: validated, with defaults. */
export type ParsedInput<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as E[K] extends ObjectSchema ? K : never]: Output<E[K]>
}

/** The body of a successful response. */
export type EndpointResponse<E extends Endpoint> = E['response'] extends z.ZodMiniType
  ? z.output<E['response']>
  : null

/** Builds the request path. Query parameters follow the order of the schema; undefined values are omitted. */
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
    for (const item of Array.isArray(value) ? value : [value]) search.append(name, String(item))
  }
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

/** Sends a request and returns the response body; throws the client's own error type for a problem response. */
export type EndpointClient = <E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
) => Promise<EndpointResponse<E>>
