import type { PaymentDependencies, Payer } from '#server/domains/transactions/index.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import type { PaymentGateway } from '#server/adapters/payments/index.ts'
import { makeMember } from '#test/fixtures/members.ts'
import type { PaymentsTestApp } from '#test/fixtures/subscriptions.ts'

/** How a call to the gateway goes wrong; `kill_…`: this process dies before or after it, and the job does the rest. */
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

/** A member of his own for a run, with the house that he deals with. */
export type SystemUnderTest = Awaited<ReturnType<typeof openSystemUnderTest>>

export async function openSystemUnderTest(shop: PaymentsTestApp, episodes: readonly number[]) {
  const member = await makeMember(shop)
  const { rows: made } = await shop.pool.query<{ id: number }>(
    `insert into wallets (member_id, customer_key, moved_at) values ($1, 'model-' || $1::int, $2) returning id`,
    [member.id, shop.clock.now()],
  )
  const wallet_id = made[0]?.id ?? 0
  const payer = (): Payer => ({
    member: {
      ...{ id: member.id, email: member.email, username: member.username },
      ...{ phone_sealed: Buffer.alloc(0), profile_image_key: null, event_point: 0, paid_point: 0 },
      ...{ is_marketing_agreed: false, adult_verified_until: null, is_staff: false },
    },
    db: shop.db,
    transact: shop.transact,
    now: shop.clock.now(),
  })
  const rows = async <R extends object>(sql: string, values: unknown[] = []) =>
    (await shop.pool.query<R>(sql, [wallet_id, ...values])).rows
  return { shop, member, wallet_id, payer, rows, episodes }
}

class Killed extends Error {}

/** The house, whose calls to the gateway go wrong as `mishap` says. */
export function withFault(
  { shop }: SystemUnderTest,
  mishap: FaultCase,
  call: keyof PaymentGateway,
): PaymentDependencies {
  const { parts } = shop
  if (mishap !== 'kill_before' && mishap !== 'kill_after') {
    const { faults } = shop.gateway
    const name = call as 'confirm' | 'cancel' | 'chargeBilling'
    if (mishap === 'refused')
      faults.add({
        ...{ call: name, kind: 'code' },
        code: call === 'cancel' ? 'NOT_CANCELABLE_PAYMENT' : 'REJECT_CARD_PAYMENT',
      })
    else if (mishap !== 'none') {
      faults.add({ call: name, kind: mishap })
      faults.add({ call: 'read', kind: 'error_500' })
      faults.add({ call: 'readOrder', kind: 'error_500' })
    }
    return parts
  }
  const ask = parts.payments[call] as (...given: unknown[]) => Promise<unknown>
  const payments = {
    ...parts.payments,
    [call]: async (...given: unknown[]) => {
      if (mishap === 'kill_after') await ask(...given)
      throw new Killed()
    },
  }
  return { ...parts, payments }
}

/** @returns the code of the refusal, or `killed`; undefined where it was done. */
export async function problemCodeOf(call: Promise<unknown>): Promise<string | undefined> {
  try {
    await call
    return undefined
  } catch (error) {
    if (error instanceof Killed) return 'killed'
    if (error instanceof ProblemError) return error.obstacle ?? error.code
    throw error
  }
}
