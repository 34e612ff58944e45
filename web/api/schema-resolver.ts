import type { ObjectSchema } from '#contract/core/endpoint.ts'
import type { FieldCode } from '#contract/core/problem-codes.ts'
import * as z from 'zod/mini'

type FieldError = { field: string; code: FieldCode }

/**
 * What a form hands over of what was typed: a field that may be absent and was left empty is absent.
 */
export function omitEmptyOptional(
  schema: ObjectSchema,
  values: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== '' || !mayBeAbsent(schema, name)),
  )
}

function mayBeAbsent(schema: ObjectSchema, name: string): boolean {
  const field = schema.shape[name]
  return field !== undefined && z.safeParse(field, undefined).success
}

/** The first fault of each field, by the contract's own schema: what the server would refuse is told before. */
export function validateBody(schema: ObjectSchema, values: Record<string, unknown>): FieldError[] {
  const body = omitEmptyOptional(schema, values)
  const result = schema.safeParse(body)
  if (result.success) return []
  const faults = new Map<string, FieldError>()
  for (const issue of result.error.issues) {
    const field = String(issue.code === 'unrecognized_keys' ? issue.keys[0] : issue.path[0])
    if (!faults.has(field)) faults.set(field, { field, code: codeOf(issue, body[field]) })
  }
  return [...faults.values()]
}

function codeOf(issue: z.core.$ZodIssue, value: unknown): FieldCode {
  if (issue.code === 'unrecognized_keys') return 'unknown_field'
  // Whatever rule an empty field breaks, what it wants is to be filled in.
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
