import type { endpoints } from '#contract/index.ts'
import type { ProblemCode } from '#contract/core/problem-codes.ts'

/** A call of the table: `accounts.logIn`. */
export type Name = {
  [D in keyof typeof endpoints]: `${D}.${string & keyof (typeof endpoints)[D]}`
}[keyof typeof endpoints]

export type Example = {
  path: string
  init?: RequestInit
  /** The body of a call that takes one, as JSON. */
  body?: Record<string, unknown>
  /** Whether it is made by a browser that is signed in. Calls of access `member` always are; `staff` is one of us. */
  as?: 'member' | 'staff'
  /** How long before the call that member signed in, in ms: an old sign-in does not prove who is there (D-16). */
  signed_in_ago?: number
  /** The refusal this example ends in, where the planted world holds nothing that succeeds. */
  refused?: ProblemCode
}

/** Those of some domains. */
export type Examples = { [N in Name]?: Example }
