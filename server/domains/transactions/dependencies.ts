import type { Database } from '#server/db/client.ts'
import type { Logger } from '#server/shared/logger.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import type { PaymentGateway } from '#server/adapters/payments/index.ts'
import type { RequestContext, Member } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'

/** What the use cases of this domain are given when the house is put together. */
export type PaymentDependencies = Pick<Database, 'db' | 'transact'> & {
  payments: PaymentGateway
  /** Seals the gateway’s keys of registered cards. */
  sealing: Encryption
  clock: Clock
  log: Logger
  /** `https://hanpyeon.example`, without a last slash: the window returns to pages of it. */
  site_url: string
  /** Whether attempts are counted: not while a server is measured on loopback. */
  limits: boolean
}

/** A member who pays. */
export type Payer = Pick<RequestContext, 'db' | 'transact' | 'now'> & { member: Member }

/** The contract lets only members call; a type cannot see that. */
export function requirePayer({ db, transact, now, member }: RequestContext): Payer {
  return { db, transact, now, member: member ?? throwProblem('authentication_required') }
}
