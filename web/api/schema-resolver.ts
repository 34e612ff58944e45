import type { ObjectSchema } from '#contract/core/endpoint.ts'
import type { FieldCode } from '#contract/core/problem-codes.ts'
import * as z from 'zod/mini'

type FieldError = { field: string; code: FieldCode }

/** Returns the body of a form: empty fields are left out if they are optional, and null if the contract has a null there. */
export function omitEmptyOptional(
  schema: ObjectSchema,
  values: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      if (value !== '') return [[name, value]]
      if (isOptional(schema, name)) return []
      const field = schema.shape[name]
      return [[name, field && acceptsNull(field) ? null : value]]
    }),
  )
}

function isOptional(schema: ObjectSchema, name: string): boolean {
  const field = schema.shape[name]
  return field !== undefined && z.safeParse(field, undefined).success
}

export const acceptsNull = (schema: z.core.$ZodType): boolean => z.safeParse(schema, null).success

/** Validates a form by the contract's schema. @returns the first error of each field. */
export function validateBody(schema: ObjectSchema, values: Record<string, unknown>): FieldError[] {
  const body = omitEmptyOptional(schema, values)
  const result = schema.safeParse(body)
  if (result.success) return []
  const errors = new Map<string, FieldError>()
  for (const issue of result.error.issues) {
    const field = String(issue.code === 'unrecognized_keys' ? issue.keys[0] : issue.path[0])
    if (!errors.has(field)) errors.set(field, { field, code: codeOf(issue, body[field]) })
  }
  return [...errors.values()]
}

function codeOf(issue: z.core.$ZodIssue, value: unknown): FieldCode {
  if (issue.code === 'unrecognized_keys') return 'unknown_field'
  // Any issue of an empty field means that it is required.
  if (value === undefined || (typeof value === 'string' && value.trim() === '')) return 'required'
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string' ? 'too_short' : 'too_small'
    case 'too_big':
      return issue.origin === 'string' ? 'too_long' : 'too_big'
    case 'invalid_type':
      return 'invalid_type'
    case 'invalid_value':
      return 'invalid_choice'
    default:
      return 'invalid_format'
  }
}
