import type { Transact } from '#server/db/client.ts'
import { resetSecondFactor, setStaff } from '../accounts/index.ts'
import { recordCommand } from './acts.ts'

const changes = {
  appoint: { kind: 'staff.appointed', change: (tx, email) => setStaff(tx, email, true) },
  dismiss: { kind: 'staff.dismissed', change: (tx, email) => setStaff(tx, email, false) },
  reset: { kind: 'staff.second_factor_reset', change: resetSecondFactor },
} satisfies Record<string, { kind: `${string}.${string}`; change: typeof resetSecondFactor }>

export const staffChanges = Object.keys(changes) as (keyof typeof changes)[]

/**
 * Makes somebody staff, takes it from him, or takes a lost second factor away, as whoever has the machine's command line.
 * @returns whether anything changed: not where nobody has this address, or it was so already.
 */
export function changeStaff(
  transact: Transact,
  { what, email, by }: { what: keyof typeof changes; email: string; by: string },
  now: Date,
): Promise<boolean> {
  const { kind, change } = changes[what]
  return transact(async (tx) => {
    const member = await change(tx, email)
    if (!member) return false
    const { id: subject_id, username: subject_name } = member
    await recordCommand(tx, { by, now }, { kind, subject_kind: 'member', subject_id, subject_name })
    return true
  })
}
