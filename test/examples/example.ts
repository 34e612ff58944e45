import type { endpoints } from '#contract/index.ts'
import type { ProblemCode } from '#contract/core/problem-codes.ts'

/** The name of an endpoint, such as `accounts.signIn`. */
export type Name = {
  [D in keyof typeof endpoints]: `${D}.${string & keyof (typeof endpoints)[D]}`
}[keyof typeof endpoints]

export type Example = {
  path: string
  init?: RequestInit
  /** The JSON body, for endpoints with a body. */
  body?: Record<string, unknown>
  /**
   * Signs in for endpoints that do not require it. Endpoints of access `member` or `staff` always use such a
   * session.
   */
  as?: 'member' | 'staff'
  /** The age of the session in ms; an old session requires reauthentication. */
  signed_in_ago?: number
  /** The expected problem code, where the seeded data allow no success. */
  refused?: ProblemCode
}

/** The examples of some domains. */
export type Examples = { [N in Name]?: Example }
