import type { Database } from '#server/db/client.ts'
import type { Logger } from '#server/shared/logger.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import type { PaymentGateway } from '#server/adapters/payments/index.ts'
import type { RequestContext, Member } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'

/** Dependencies of the use cases of this domain, injected at startup. */
export type PaymentDependencies = Pick<Database, 'db' | 'transact'> & {
  payments: PaymentGateway
  /** Encrypts the billing keys of registered cards. */
  encryption: Encryption
  clock: Clock
  log: Logger
  /** `https://hanpyeon.example`, without a trailing slash. The payment window redirects to its pages. */
  site_url: string
  /** Whether rate limits apply. They are off while a loopback server is load-tested. */
  limits: boolean
}

/** Request context of an authenticated member, with the profile that the session has selected. */
export type Payer = Pick<RequestContext, 'db' | 'transact' | 'now'> & {
  member: Member
  profile_id: number | null
}

/**
 * Narrows the context to a member. The contract already requires a member; this only satisfies the type checker.
 * @throws ProblemError `authentication_required`
 */
export function requirePayer({ db, transact, now, member, session }: RequestContext): Payer {
  return {
    db,
    transact,
    now,
    member: member ?? throwProblem('authentication_required'),
    profile_id: session?.profile?.id ?? null,
  }
}
