import type { PaymentDependencies, Payer } from '#server/domains/transactions/index.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import type { PaymentGateway } from '#server/adapters/payments/index.ts'
import { makeMember } from '#test/fixtures/members.ts'
import type { PaymentsTestApp } from '#test/fixtures/subscriptions.ts'

/**
 * Faults of a gateway call. With `kill_…` the process dies before or after the call, and a job completes the work.
 */
export const faultCases = [
  'none',
  'none',
  'none',
  'error_500',
  'error_500_after',
  'drop_connection_after',
  'html',
  'stored_code',
  'stored_code_after',
  'refused',
  'kill_before',
  'kill_after',
] as const
export type FaultCase = (typeof faultCases)[number]

/** A separate member for each run, with access to the system. */
export type SystemUnderTest = Awaited<ReturnType<typeof openSystemUnderTest>>

export async function openSystemUnderTest(shop: PaymentsTestApp, episodes: readonly number[]) {
  const member = await makeMember(shop)
  const { rows: wallets } = await shop.pool.query<{ id: number }>(
    `insert into wallets (member_id, customer_key, last_entry_at) values ($1, 'model-' || $1::int, $2) returning id`,
    [member.id, shop.clock.now()],
  )
  const wallet_id = wallets[0]?.id ?? 0
  const payer = (): Payer => ({
    member: {
      id: member.id,
      email: member.email,
      username: member.username,
      phone_ciphertext: Buffer.alloc(0),
      event_point: 0,
      paid_point: 0,
      is_marketing_agreed: false,
      adult_verified_until: null,
      email_failed_at: null,
      phone_failed_at: null,
      is_staff: false,
      staff_role: null,
    },
    profile_id: null,
    db: shop.db,
    transact: shop.transact,
    now: shop.clock.now(),
  })
  const rows = async <R extends object>(sql: string, values: unknown[] = []) =>
    (await shop.pool.query<R>(sql, [wallet_id, ...values])).rows
  return { shop, member, wallet_id, payer, rows, episodes }
}

class ProcessKilledError extends Error {}

/** Returns the payment dependencies with the fault injected into one gateway call. */
export function withFault(
  { shop }: SystemUnderTest,
  fault: FaultCase,
  call: keyof PaymentGateway,
): PaymentDependencies {
  const { parts } = shop
  if (fault !== 'kill_before' && fault !== 'kill_after') {
    const { faults } = shop.gateway
    const name = call as 'confirm' | 'cancel' | 'chargeBilling'
    if (fault === 'refused')
      faults.add({
        call: name,
        kind: 'code',
        code: call === 'cancel' ? 'NOT_CANCELABLE_PAYMENT' : 'REJECT_CARD_PAYMENT',
      })
    else if (fault !== 'none') {
      faults.add({ call: name, kind: fault })
      faults.add({ call: 'read', kind: 'error_500' })
      faults.add({ call: 'readOrder', kind: 'error_500' })
    }
    return parts
  }
  const callGateway = parts.payments[call] as (...args: unknown[]) => Promise<unknown>
  const payments = {
    ...parts.payments,
    [call]: async (...args: unknown[]) => {
      if (fault === 'kill_after') await callGateway(...args)
      throw new ProcessKilledError()
    },
  }
  return { ...parts, payments }
}

/** Returns the problem code, `killed`, or undefined on success. */
export async function problemCodeOf(call: Promise<unknown>): Promise<string | undefined> {
  try {
    await call
    return undefined
  } catch (error) {
    if (error instanceof ProcessKilledError) return 'killed'
    if (error instanceof ProblemError) return error.ineligibility_reason ?? error.code
    throw error
  }
}
